import { type RefObject, useEffect, useState } from "react";
import { entryPath, toSlug } from "#app/content/slug.ts";
import { useFrame } from "../../shell/frame.ts";
import { SearchPreview } from "../search-preview.tsx";
import type { EntryScreen } from "./entry-screen.ts";

interface LiveSearchPreviewProps {
  screen: EntryScreen;
  form: RefObject<HTMLFormElement | null>;
}

const waitMs = 400;
const watched = ["title", "summary", "seo.title", "seo.description", "seo.image", "cover"] as const;

/** How search engines and shared links will show what stands in the form, drawn when typing pauses. */
export function LiveSearchPreview({ screen, form }: LiveSearchPreviewProps) {
  const { company } = useFrame();
  const [texts, setTexts] = useState<Record<string, string>>(() => startOf(screen.values));
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setTexts(readTexts(element)), waitMs);
    };
    element.addEventListener("input", later);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("input", later);
    };
  }, [form]);
  const title = texts.title ?? "";
  const picture = texts["seo.image"] || texts.cover;
  const image = screen.choices.pictures.find(({ id }) => id === picture)?.thumb ?? null;
  return (
    <SearchPreview
      title={texts["seo.title"] || title}
      description={texts["seo.description"] || texts.summary || ""}
      path={entryPath(screen.form, toSlug(title))}
      image={image}
      siteName={company}
    />
  );
}

function startOf({ title, summary, cover, seo }: Record<string, unknown>): Record<string, string> {
  const own = Object.entries({ title, summary, cover });
  const inSeo = Object.entries(Object(seo)).map(([name, value]) => [`seo.${name}`, value] as const);
  return Object.fromEntries(
    [...own, ...inSeo].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Only the controls that count: a form's whole data would ask the editor for its document. */
function readTexts(form: HTMLFormElement): Record<string, string> {
  const controls = watched.map((name) => [name, form.elements.namedItem(name)] as const);
  return Object.fromEntries(
    controls.flatMap(([name, control]) =>
      control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
        ? [[name, control.value]]
        : [],
    ),
  );
}
