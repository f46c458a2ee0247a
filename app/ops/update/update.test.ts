import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTempFolder } from "#app/ops/backup/backup.fixture.ts";
import { choosePages, comparePages, pathsInSitemap, readPageFacts } from "./compare-pages.ts";
import { isInstalled } from "./update.ts";

const page = (main: string, title = "Cloud accounting | Kolpona") =>
  `<!doctype html><html><head><title>${title}</title><style>h1 { color: red }</style></head><body><nav>Services</nav><main><h1>Cloud <em>accounting</em></h1>${main}</main><footer>Dhaka</footer></body></html>`;

const words = Array.from({ length: 40 }, (_, at) => `word${at}`);

test("reads status, title, heading and words of a page", () => {
  const facts = readPageFacts(200, page("<p>Books that balance</p><script>let x = 1</script>"));
  expect(facts).toEqual({
    status: 200,
    title: "Cloud accounting | Kolpona",
    heading: "Cloud accounting",
    words: ["cloud", "accounting", "books", "that", "balance"],
    links: [],
    pictures: [],
  });
});

test("reads each link and picture between header and footer once", () => {
  const sizes = "/files/mill-at-dawn/320.avif 320w, /files/mill-at-dawn/640.avif 640w";
  const { links, pictures } = readPageFacts(
    200,
    page(`<a href="/a">A</a><a href="/a">B</a><source srcset="${sizes}"><img src="/weave/x.svg">`),
  );
  expect(links).toEqual(["/a"]);
  expect(pictures).toEqual(["/files/mill-at-dawn/320.avif", "/files/mill-at-dawn/640.avif"]);
});

test.each([
  ["other markup around the same words", page(`<div>${words.join(" </b><b>")}</div>`), 200, []],
  ["a few words less", page(words.slice(2).join(" ")), 200, []],
  ["missing words", page(words.slice(8).join(" ")), 200, ["8 of its 42 words are missing"]],
  [
    "one word again and again",
    page(words.map(() => "word0").join(" ")),
    200,
    ["39 of its 42 words are missing"],
  ],
  ["an error", page(words.join(" ")), 500, ["returns status 500 instead of 200"]],
  [
    "another title",
    page(words.join(" "), "Untitled"),
    200,
    ["its title is “Untitled” instead of “Cloud accounting | Kolpona”"],
  ],
])("compares pages of two releases: %s", (_, html, status, differences) => {
  const before = readPageFacts(200, page(words.join(" ")));
  expect(comparePages(before, readPageFacts(status, html))).toEqual(differences);
});

test("chooses at most fifty pages, from every area and the required ones", () => {
  const posts = Array.from({ length: 500 }, (_, at) => `/blog/post-${at}`);
  const chosen = choosePages(["/", "/about", "/services/cloud", ...posts]);
  expect(chosen).toHaveLength(50);
  expect(chosen).toEqual(expect.arrayContaining(["/contact", "/about", "/services/cloud", "/blog/post-0"]));
  expect(choosePages([])).toContain("/");
  expect(choosePages(["/about", "/services"]).filter((path) => path === "/about")).toHaveLength(1);
});

test("a partly installed release does not count as installed", () => {
  const folder = createTempFolder();
  expect(isInstalled(folder)).toBe(false);
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  expect(isInstalled(folder)).toBe(false);
  writeFileSync(join(folder, "node_modules/.package-lock.json"), "{}");
  expect(isInstalled(folder)).toBe(true);
});

test("decodes XML entities in a sitemap", () => {
  const xml =
    "<url><loc>https://kolpona.example/media/Steel&apos;s-mill</loc></url><url><loc>https://kolpona.example/search?q=a&amp;page=2</loc></url>";
  expect(pathsInSitemap(xml)).toEqual(["/media/Steel's-mill", "/search?q=a&page=2"]);
});
