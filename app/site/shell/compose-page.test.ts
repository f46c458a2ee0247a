import { expect, test } from "vitest";
import { markAttribute } from "#app/platform/http/security/security-headers.ts";
import { composePage } from "./compose-page.ts";

const sheets: Record<string, string> = {
  "/assets/site-1.css": "p{content:'–'}",
  "/assets/post-2.css": "b{top:0}",
};
const link = (name: string) => `<link rel="stylesheet" href="/assets/${name}.css" data-precedence="site"/>`;
const drawn = `<html><head><meta/>${link("site-1")}<title>৳</title>${link("post-2")}</head><body><p>৳ 40</p></body></html>`;
const compose = (page: string) =>
  Buffer.from(composePage(page, (address) => Buffer.from(sheets[address] ?? ""))).toString();

test("inlines the style sheets of the site with their addresses", () => {
  const style = (name: string) =>
    `<style data-sheet="/assets/${name}.css"${markAttribute}>${sheets[`/assets/${name}.css`]}</style>`;
  expect(compose(drawn)).toBe(
    `<!DOCTYPE html>${drawn.replace(link("site-1"), style("site-1")).replace(link("post-2"), style("post-2"))}`,
  );
});

test("keeps style sheet links in development and to other origins", () => {
  expect(Buffer.from(composePage(drawn, null)).toString()).toContain(link("site-1"));
  const other = '<html><head><link rel="stylesheet" href="/a.css"/></head><body></body></html>';
  expect(compose(other)).toContain('<link rel="stylesheet" href="/a.css"/>');
});
