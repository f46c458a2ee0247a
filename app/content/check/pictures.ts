import type { Database } from "#app/database/database.ts";
import { fieldsOf } from "../kind.ts";
import type { Block, Picture } from "../rich-text/document.ts";
import { advice, type Draft, error, type Finding, quote, richTextsOf } from "./finding.ts";

/** In all sizes and the original that is kept; an ordinary photograph takes about five. */
const heavy = 8_000_000;
/** Pixels, of what is shown wide. */
const narrow = 960;

/** Pictures without words for those who can't see them, lost, heavy or small ones, and a missing cover. */
export async function checkPictures(db: Database, draft: Draft): Promise<Finding[]> {
  const shown = picturesOf(draft);
  const files = await readFiles(db, [...new Set(shown.map(({ id }) => id))]);
  return [
    ...shown.flatMap((one) => checkPicture(one, files.get(one.id))),
    ...checkCover(draft, files.get(draft.data.cover ?? "")),
  ];
}

interface Shown {
  field: string;
  id: string;
  /** Where the text or the place says it in words of its own. */
  alt: string;
}

function picturesOf(draft: Draft): Shown[] {
  const inTexts = richTextsOf(draft).flatMap(({ field, doc }) =>
    picturesIn(doc.content).map(({ attrs }) => ({ field, id: attrs.file, alt: attrs.alt ?? "" })),
  );
  const inFields = fieldsOf(draft.kind).flatMap(([field, { input }]) => {
    if (input.type !== "image" && input.type !== "images") return [];
    return [Reflect.get(draft.data, field)]
      .flat()
      .flatMap((id) => (typeof id === "string" ? [{ field, id, alt: "" }] : []));
  });
  return [...new Map([...inFields, ...inTexts].map((one) => [`${one.field} ${one.id}`, one])).values()];
}

function picturesIn(blocks: readonly Block[]): Picture[] {
  return blocks.flatMap((block) => {
    if (block.type === "image") return [block];
    return "content" in block && Array.isArray(block.content)
      ? picturesIn(block.content as Block[]) // what holds no blocks holds no pictures either
      : [];
  });
}

type FileFacts = Awaited<ReturnType<typeof readFiles>> extends Map<string, infer Facts> ? Facts : never;

async function readFiles(db: Database, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.query
          .selectFrom("files")
          .select(["id", "name", "alt", "bytes", "width"])
          .where("id", "in", ids)
          .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function checkPicture({ field, alt }: Shown, file: FileFacts | undefined): Finding[] {
  if (!file) return [error(field, "A picture is no longer in the library. Choose another, or take it out.")];
  const name = quote(file.name);
  const found: Finding[] = [];
  if (alt === "" && file.alt === "")
    found.push(error(field, `The picture ${name} has no alt text. Describe it in a few words.`));
  if (file.bytes > heavy)
    found.push(
      advice(
        field,
        `The picture ${name} is heavy: ${(file.bytes / 1_000_000).toFixed(1)} MB in all its sizes. A smaller or calmer one loads faster on phones.`,
      ),
    );
  return found;
}

function checkCover({ kind, data }: Draft, cover: FileFacts | undefined): Finding[] {
  if (!kind.hasPage) return [];
  if (cover && cover.width < narrow)
    return [
      advice(
        "cover",
        `The cover is ${cover.width} pixels wide; below ${narrow} it looks soft on large screens.`,
      ),
    ];
  if (data.cover === null && data.seo.image === null)
    return [advice("cover", "There is no cover: a woven one is drawn, on the page and where it is shared.")];
  return [];
}
