import { type DataOf, fieldsOfKind, type Kind } from "./kind.ts";

/** The field whose first picture stands for an entry without a cover; null where a kind has no gallery. */
export function galleryFieldOf(kind: Kind): string | null {
  return fieldsOfKind(kind).find(([, { input }]) => input.type === "images")?.[0] ?? null;
}

/** Id of the picture that an entry is shown by: its cover, or else the first of its gallery; null where it has neither. */
export function coverIdOf(kind: Kind, data: DataOf<Kind>): string | null {
  const gallery = galleryFieldOf(kind);
  const pictures: unknown = gallery === null ? [] : Reflect.get(data, gallery);
  const [first] = Array.isArray(pictures) ? pictures : [];
  return data.cover ?? (typeof first === "string" ? first : null);
}
