import type { PagePart } from "#app/company/sections.ts";

/** Where each part of a page stands, in the small drawing of one. */
const places: { part: PagePart; x: number; y: number; width: number; height: number }[] = [
  { part: "header", x: 6, y: 6, width: 142, height: 10 },
  { part: "head", x: 6, y: 22, width: 96, height: 14 },
  { part: "hero", x: 6, y: 22, width: 142, height: 26 },
  { part: "text", x: 6, y: 42, width: 96, height: 34 },
  { part: "body", x: 6, y: 52, width: 142, height: 26 },
  { part: "footer", x: 6, y: 82, width: 142, height: 18 },
  { part: "strip", x: 152, y: 6, width: 8, height: 94 },
];

const ground: readonly PagePart[] = ["header", "hero", "body", "footer", "strip"];

/** A small drawing of a page with what a section changes filled in. */
export function PagePicture({ parts }: { parts: readonly PagePart[] }) {
  const marked = places.filter(({ part }) => parts.includes(part));
  if (marked.length === 0) return null;
  return (
    <svg className="page-picture" viewBox="0 0 166 106" aria-hidden="true">
      <rect className="sheet" x="0.5" y="0.5" width="165" height="105" rx="4" />
      {places
        .filter(({ part }) => ground.includes(part))
        .map(({ part, ...box }) => (
          <rect key={part} className="part" {...box} rx="2" />
        ))}
      {marked.map(({ part, ...box }) => (
        <rect key={part} className="marked" {...box} rx="2" />
      ))}
    </svg>
  );
}
