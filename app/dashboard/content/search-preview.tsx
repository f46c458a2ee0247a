import { isMainlyBangla } from "#app/content/rich-text/language.ts";
import { weaveAddress } from "#app/weave/address.ts";

interface SearchPreviewProps {
  /** As search engines get it: the title for search engines, or else the title. */
  title: string;
  description: string;
  /** Public path as it will be, percent-encoded. */
  path: string;
  /** Address of the share picture; null when one is woven from the title. */
  image: string | null;
  siteName: string;
}

/** About what search engines show. */
const shown = { title: 60, description: 160 };

/** How the page will look among search results, and as a card where it is shared. */
export function SearchPreview({ title, description, path, image, siteName }: SearchPreviewProps) {
  const words = description || "No description yet. Search engines will show words from the page.";
  return (
    <section className="search-preview" aria-labelledby="search-preview-title">
      <h2 id="search-preview-title">Search preview</h2>
      <div className="serp">
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
          src={image ?? weaveAddress({ seed: title || "Untitled", width: 600, height: 315, tone: "deep" })}
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
  const plain = text.replace(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).replace(/\s\S*$/, "")}…`;
}

function languageOf(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}
