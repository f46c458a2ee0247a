import { expect, test } from "vitest";
import { describePage, shareImage } from "./head.ts";

const site = { company: "Kolpona", publicUrl: "https://kolpona.example" };
const read = (page: Parameters<typeof describePage>[0]) => JSON.stringify(describePage(page));

test("describes a page with title, canonical address and share picture", () => {
  const head = read({
    ...site,
    title: "UI/UX Design",
    path: "/services/UI%2FUX-Design",
    image: shareImage({ plural: "services" }, "UI/UX-Design"),
  });
  expect(head).toContain('"title":"UI/UX Design · Kolpona"');
  expect(head).toContain('"href":"https://kolpona.example/services/UI%2FUX-Design"');
  expect(head).toContain("https://kolpona.example/share/services/UI%2FUX-Design.png");
  expect(head).not.toContain('"name":"description"');
});

test("a page without its own title uses the company's name", () => {
  expect(read({ ...site, title: "", path: "/" })).toContain('{"title":"Kolpona"}');
  expect(read({ ...site, title: "Kolpona", path: "/" })).toContain('{"title":"Kolpona"}');
});

test("a long description ends between words", () => {
  const description = `${"word ".repeat(60)}`;
  const found = describePage({ ...site, title: "x", path: "/", description }).find(
    (meta) => "name" in meta && meta.name === "description",
  );
  expect(found).toMatchObject({ content: expect.stringMatching(/^(word )+word…$/) });
});
