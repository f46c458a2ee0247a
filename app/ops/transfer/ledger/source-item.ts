/** One item of a former site as exported; texts are raw HTML. */
export interface SourceItem {
  id: string;
  type: string;
  title: string;
  /** Its public address; empty if unknown. */
  link: string;
  content: string;
  excerpt: string;
  parent: string;
  attachmentUrl: string;
  meta: readonly (readonly [key: string, value: string])[];
  terms: readonly { domain: string; slug: string; name: string }[];
}

interface RawElement {
  name: string;
  attributes: Record<string, string>;
  children: readonly RawElement[];
  text: string;
}

/** Reads an item of a WordPress export from its XML element. */
export function sourceOfElement({ children }: RawElement): SourceItem {
  const text = (name: string) => textOf(children, name);
  return {
    id: text("wp:post_id"),
    type: text("wp:post_type"),
    title: text("title"),
    link: text("link"),
    content: children.find(({ name }) => name === "content:encoded")?.text ?? "",
    excerpt: text("excerpt:encoded"),
    parent: text("wp:post_parent"),
    attachmentUrl: text("wp:attachment_url"),
    meta: children
      .filter(({ name }) => name === "wp:postmeta")
      .map((one) => [textOf(one.children, "wp:meta_key"), textOf(one.children, "wp:meta_value")] as const),
    terms: children
      .filter(({ name }) => name === "category")
      .map(({ attributes, text }) => ({
        domain: attributes.domain ?? "",
        slug: attributes.nicename ?? "",
        name: text.trim(),
      })),
  };
}

function textOf(children: readonly RawElement[], wanted: string): string {
  return children.find(({ name }) => name === wanted)?.text.trim() ?? "";
}

/** Reads a post of a Ghost export from its row and its rows in other tables. */
export function sourceOfPost(
  row: Readonly<Record<string, unknown>>,
  about: Readonly<Record<string, unknown>>,
  tags: readonly string[],
): SourceItem {
  const text = (key: string) => (typeof row[key] === "string" ? row[key] : "");
  return {
    id: String(row.id ?? ""),
    type: row.type === "page" || row.page === true || row.page === 1 ? "page" : "post",
    title: text("title"),
    link: text("slug") === "" ? "" : `/${encodeURIComponent(text("slug"))}/`,
    content: text("html"),
    excerpt: text("custom_excerpt"),
    parent: "0",
    attachmentUrl: text("feature_image") || text("image"),
    meta: [...Object.entries(row), ...Object.entries(about)].flatMap(([key, value]) =>
      value === null || value === "" || value === false || value === 0 ? [] : [[key, String(value)] as const],
    ),
    terms: tags.map((name) => ({
      domain: name.startsWith("#") ? "internal tag" : "category",
      slug: "",
      name,
    })),
  };
}
