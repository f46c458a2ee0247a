import { type RefObject, useEffect, useState } from "react";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { entryPath, slugOf } from "#app/domain/content/urls/slug.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import { shortenAtWord } from "#app/lib/text/cut.ts";
import { weaveAddress } from "#app/lib/weave/cloth.ts";
import type { EntryScreen } from "./entry-screen.ts";

interface LiveSearchPreviewProps {
  screen: EntryScreen;
  form: RefObject<HTMLFormElement | null>;
}

const waitMs = 400;
const watched = [
  "title",
  "customSlug",
  "summary",
  "seo.title",
  "seo.description",
  "seo.image",
  "cover",
] as const;

/** Preview of search results and share cards, updated when typing pauses. */
export function LiveSearchPreview({ screen, form }: LiveSearchPreviewProps) {
  const { company } = useLayoutData();
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
      path={entryPath(screen.form, slugOf({ title, customSlug: texts.customSlug ?? "" }))}
      image={image}
      siteName={company}
    />
  );
}

function startOf({
  title,
  customSlug,
  summary,
  cover,
  seo,
}: Record<string, unknown>): Record<string, string> {
  const own = Object.entries({ title, customSlug, summary, cover });
  const inSeo = Object.entries(Object(seo)).map(([name, value]) => [`seo.${name}`, value] as const);
  return Object.fromEntries(
    [...own, ...inSeo].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** Reads single controls, because reading the whole form serialises the editor's document. */
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

interface SearchPreviewProps {
  /** Title for search engines, with the entry's title as fallback. */
  title: string;
  description: string;
  /** Future public path, percent-encoded. */
  path: string;
  /** Address of the share picture; null when one is generated from the title. */
  image: string | null;
  siteName: string;
}

/** Approximate number of characters that search engines show. */
const shown = { title: 60, description: 160 };

/** Appearance of the page in search results and as a share card. */
function SearchPreview({ title, description, path, image, siteName }: SearchPreviewProps) {
  const words = description || "No description yet. Search engines will show words from the page.";
  return (
    <section className="search-preview" aria-labelledby="search-preview-title">
      <h2 id="search-preview-title">Search preview</h2>
      <div className="search-result">
        <small>
          {siteName} {trail(path)}
        </small>
        <b lang={languageOf(title)}>{cut(`${title || "Untitled"} · ${siteName}`, shown.title)}</b>
        <p lang={languageOf(description)} className={description ? undefined : "mute"}>
          {cut(words, shown.description)}
        </p>
      </div>
      <h2>Social preview</h2>
      <figure className="share-card">
        <img
          src={image ?? weaveAddress({ seed: title || "Untitled", width: 600, height: 315 })}
          alt=""
          width={600}
          height={315}
          loading="lazy"
        />
        <figcaption>
          <small>{siteName}</small>
          <b lang={languageOf(title)}>{title || "Untitled"}</b>
          {description && <span lang={languageOf(description)}>{cut(description, shown.description)}</span>}
        </figcaption>
      </figure>
    </section>
  );
}

function trail(path: string): string {
  return path
    .split("/")
    .filter(Boolean)
    .map((step) => ` › ${decode(step)}`)
    .join("");
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function cut(text: string, most: number): string {
  return shortenAtWord(text.replace(/\s+/g, " ").trim(), most);
}

function languageOf(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}
