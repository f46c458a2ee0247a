import { expect, test } from "vitest";
import { markAttribute } from "#app/http/security/content-security.ts";
import { composePage } from "./compose-page.ts";

const drawn = `<html><head><style${markAttribute}></style></head><body><p>৳ 40</p></body></html>`;
const findChunkAlias = () => null;

test("the style stands in the one place left for it, and every letter around it stays", () => {
  const sheet = Buffer.from("p{content:'–'}");
  const page = Buffer.from(composePage(drawn, { loaded: "[]", sheet, findChunkAlias })).toString();
  expect(
    page.startsWith(
      `<!DOCTYPE html><html><head><style${markAttribute}>p{content:'–'}</style></head><body><p>৳ 40</p>`,
    ),
  ).toBe(true);
  expect(page.endsWith("</script></body></html>")).toBe(true);
});

test("a page whose style is linked is left alone, and so is one that gave no place for it", () => {
  expect(Buffer.from(composePage(drawn, { loaded: "[]", sheet: null, findChunkAlias })).toString()).toContain(
    `<style${markAttribute}></style>`,
  );
  const bare = composePage("<html><body></body></html>", {
    loaded: "[]",
    sheet: Buffer.from("p{}"),
    findChunkAlias,
  });
  expect(Buffer.from(bare).toString()).not.toContain("p{}");
});
