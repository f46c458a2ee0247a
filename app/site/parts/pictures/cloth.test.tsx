import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { focalClass } from "#app/files/pictures/picture.ts";
import { LoomContext } from "../server-drawn.tsx";
import { ClothPicture, Paar } from "./cloth.tsx";

const loom = {
  draw: () => "<path></path>",
  borders: { barfi: "", zig: "<svg></svg>", tara: "", leaf: "", temple: "", vine: "", kali: "" },
  splash: "",
  frame: { foot: "", selvedge: "" },
  texts: [],
  structuredData: "",
};

test("a cloth above the fold is drawn into the page where there is a loom, any other is a file that loads late", () => {
  const eager = <ClothPicture seed="Web" width={384} height={288} eager />;
  expect(renderToStaticMarkup(<LoomContext value={loom}>{eager}</LoomContext>)).toBe(
    '<div class="weave light "><svg aria-hidden="true" width="100%" height="100%"><path></path></svg></div>',
  );
  expect(renderToStaticMarkup(eager)).toMatch(/<img src="\/weave\/.*loading="eager"/);
  const late = renderToStaticMarkup(
    <LoomContext value={loom}>
      <ClothPicture seed="Web" width={384} height={288} />
    </LoomContext>,
  );
  expect(late).toMatch(/<img src="\/weave\/[^"]*-384x288\/Web\.svg".*loading="lazy"/);
});

test("a border is drawn into the page that the server sends, elsewhere it is the style sheet's", () => {
  const border = <Paar name="zig" />;
  expect(renderToStaticMarkup(<LoomContext value={loom}>{border}</LoomContext>)).toBe(
    '<div class="paar paar-zig drawn full" aria-hidden="true"><svg></svg></div>',
  );
  expect(renderToStaticMarkup(border)).toBe('<div class="paar paar-zig full" aria-hidden="true"></div>');
});

test("a cloth has its entry's own tone wherever it is shown, unless a list gives it another", () => {
  const toneIn = (html: string) => /\/weave\/\d+\/(\w+)-/.exec(html)?.[1];
  const own = toneIn(renderToStaticMarkup(<ClothPicture seed="Same" width={64} height={64} />));
  expect(toneIn(renderToStaticMarkup(<ClothPicture seed="Same" width={384} height={288} />))).toBe(own);
  expect(toneIn(renderToStaticMarkup(<ClothPicture seed="Same" tone="gold" width={64} height={64} />))).toBe(
    "gold",
  );
});

test("a focal point anywhere has one of nine classes", () => {
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
