import { expect, test } from "vitest";
import { markAttribute } from "#app/http/security/security-headers.ts";
import { composePage } from "./compose-page.ts";

const sheets: Record<string, string> = {
  "/assets/site-1.css": "p{content:'–'}",
  "/assets/post-2.css": "b{top:0}",
};
const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css" data-precedence="site"/>`;
const drawn = `<html><head><meta/>${link("site-1")}<title>৳</title>${link("post-2")}</head><body><p>৳ 40</p></body></html>`;
const parts = { loaded: "[]", deferredSheets: [], shared: [], findChunkAlias: () => null };
const compose = (page: string) =>
  composePage(page, { ...parts, readSheet: (address) => Buffer.from(sheets[address] ?? "") }).toString();

test("the sheets of page and route stand in one style, their links are switched off, and every letter around stays", () => {
  const off = (name: string) => link(name).replace("<link", '<link disabled=""');
  const page = compose(drawn);
  expect(
    page.startsWith(
      `<!DOCTYPE html><html><head><meta/><style${markAttribute}>p{content:'–'}b{top:0}</style>${off("site-1")}<title>৳</title>${off("post-2")}</head><body><p>৳ 40</p>`,
    ),
  ).toBe(true);
  expect(page.endsWith("</script></body></html>")).toBe(true);
});

test("sheets that are being worked on stay linked, and so does what is not of the site", () => {
  expect(composePage(drawn, { ...parts, readSheet: null }).toString()).toContain(link("site-1"));
  const other =
    '<html><head><link rel="stylesheet" href="/assets/dashboard.css"/></head><body></body></html>';
  expect(compose(other)).toContain('<head><link rel="stylesheet" href="/assets/dashboard.css"/></head>');
});
