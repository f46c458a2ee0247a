import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { focalClass } from "#app/domain/files/pictures/picture.ts";
import { ServerMarkupContext } from "../server-drawn.tsx";
import { ClothPicture, PageBorder } from "./cloth.tsx";

const markup = {
  draw: () => "<path></path>",
  borders: { barfi: "", zig: "<svg></svg>", tara: "", leaf: "", temple: "", vine: "", kali: "" },
  splash: "",
  frame: { foot: "", quickContact: "" },
  siteScript: "",
  isSecret: false,
  structuredData: "",
};

test("the server inlines covers above the fold; others load lazily", () => {
  const eager = <ClothPicture seed="Web" width={384} height={288} eager />;
  expect(renderToStaticMarkup(<ServerMarkupContext value={markup}>{eager}</ServerMarkupContext>)).toBe(
    '<div class="weave light "><svg aria-hidden="true" width="100%" height="100%"><path></path></svg></div>',
  );
  expect(renderToStaticMarkup(eager)).toMatch(/<img src="\/weave\/.*loading="eager"/);
  const late = renderToStaticMarkup(
    <ServerMarkupContext value={markup}>
      <ClothPicture seed="Web" width={384} height={288} />
    </ServerMarkupContext>,
  );
  expect(late).toMatch(/<img src="\/weave\/[^"]*-384x288\/Web\.svg".*loading="lazy"/);
});

test("the server inlines a border; browsers get it from the style sheet", () => {
  const border = <PageBorder name="zig" />;
  expect(renderToStaticMarkup(<ServerMarkupContext value={markup}>{border}</ServerMarkupContext>)).toBe(
    '<div class="paar paar-zig drawn full" aria-hidden="true"><svg></svg></div>',
  );
  expect(renderToStaticMarkup(border)).toBe('<div class="paar paar-zig full" aria-hidden="true"></div>');
});

test("a cover keeps the tone of its seed unless overridden", () => {
  const toneIn = (html: string) => /\/weave\/\d+\/(\w+)-/.exec(html)?.[1];
  const own = toneIn(renderToStaticMarkup(<ClothPicture seed="Same" width={64} height={64} />));
  expect(toneIn(renderToStaticMarkup(<ClothPicture seed="Same" width={384} height={288} />))).toBe(own);
  expect(toneIn(renderToStaticMarkup(<ClothPicture seed="Same" tone="gold" width={64} height={64} />))).toBe(
    "gold",
  );
});

test("every focal point has one of nine classes", () => {
  const edges = [
    [0, 0],
    [0.5, 0.5],
    [1, 1],
    [0.99, 0],
    [0.34, 0.66],
  ] as const;
  expect(edges.map(([x, y]) => focalClass([x, y]))).toEqual([
    "focal-1",
    "focal-5",
    "focal-9",
    "focal-3",
    "focal-5",
  ]);
});
