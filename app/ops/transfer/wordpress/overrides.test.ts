import { expect, test, vi } from "vitest";
import { withOverrides } from "./overrides.ts";

const block = (name: string, inside: string, kind = "paragraph") =>
  `<!-- wp:${kind} {"metadata":{"name":"${name}"}} -->\n${inside}\n<!-- /wp:${kind} -->`;

test("replaces texts and links in a pattern", () => {
  const inner = `${block("Lamp", '<p class="a">Old <b>words</b></p>')}<p>Stays</p>`;
  const link = '<div><a class="b" href="/old">Old</a></div>';
  const pattern = block("Frame", `<div>${inner}${block("Go", link, "button")}</div>`, "group");
  const overrides = new Map([
    ["Lamp", { content: "New $& words" }],
    ["Go", { text: "New", url: "/new?a=1&b=2" }],
    ["Nothing", { content: "Not shown" }],
  ]);
  const html = withOverrides(pattern, overrides);
  expect(html).toContain('<p class="a">New $& words</p>');
  expect(html).toContain('<a href="/new?a=1&amp;b=2">New</a>');
  expect(html.replace("New $& words", "Old <b>words</b>").replace(/<a .*?<\/a>/, link.slice(5, -6))).toBe(
    pattern,
  );
});

test("changes a named block within another block of its kind", () => {
  const pattern = block("Outer", block("Lamp", "<div>Old</div>", "group"), "group");
  expect(withOverrides(pattern, new Map([["Lamp", { content: "New" }]]))).toContain("<div>New</div>");
});

test("leaves a block without an end unchanged", () => {
  const pattern = '<!-- wp:paragraph {"metadata":{"name":"Lamp"}} --><p>Old</p>';
  expect(withOverrides(pattern, new Map([["Lamp", { content: "New" }]]))).toBe(pattern);
});

/** Number of characters searched for the blocks of a pattern. */
function searchedFor(pattern: string): number {
  let characters = 0;
  const { indexOf } = String.prototype;
  const spy = vi.spyOn(String.prototype, "indexOf").mockImplementation(function (
    this: string,
    text,
    from = 0,
  ) {
    const found = indexOf.call(this, text, from);
    characters += (found === -1 ? this.length : found) - from;
    return found;
  });
  withOverrides(pattern, new Map([["Lamp", { content: "New" }]]));
  spy.mockRestore();
  return characters;
}

test.each([
  ["blocks without an end", '<!-- wp:paragraph {"metadata":{"name":"Lamp"}} -->\n'],
  ["ends without a block", "<!-- /wp:paragraph -->\n"],
  ["whole blocks", block("Lamp", "<p>Old</p>")],
])("searches each character of %s at most twice", (_, part) => {
  const pattern = part.repeat(500);
  expect(searchedFor(pattern)).toBeGreaterThan(0.5 * pattern.length);
  expect(searchedFor(pattern)).toBeLessThanOrEqual(2 * pattern.length);
});
