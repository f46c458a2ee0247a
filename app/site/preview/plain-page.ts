import type { Entry } from "#app/content/entry.ts";
import { fieldsOf, type Kind } from "#app/content/kind.ts";
import { prepareHtml } from "#app/content/render.ts";
import { isEmptyDoc, type RichText } from "#app/content/rich-text/schema.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { readEntryHead } from "#app/site/parts/entry-head.ts";

/** Head and texts of an entry whose kind has no page of its own making yet. */
export async function readPlainPage({ db }: PageContext, kind: Kind, entry: Entry) {
  const texts = fieldsOf(kind)
    .filter(([, { input }]) => input.type === "richText")
    // A field drawn as rich text holds rich text.
    .map(([name, { label }]) => ({ label, doc: Reflect.get(entry.data, name) as RichText }))
    .filter(({ doc }) => !isEmptyDoc(doc));
  const write = await prepareHtml(
    db,
    texts.map(({ doc }) => doc),
  );
  const head = await readEntryHead(db, kind, entry);
  return { ...head, texts: texts.map(({ label, doc }) => ({ label, html: write(doc) })) };
}
