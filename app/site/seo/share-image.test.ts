import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { clustersOf } from "#app/lib/text/cut.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { breakLines, loader } from "./share-image.ts";

test("keeps the background of a share image white", async () => {
  await using site = await openTestSite("sqlite");
  await site.publish(blog, { title: "Leaving us takes an afternoon: we timed it" });
  const url = new URL("https://kolpona.example/share/blog/Leaving-us-takes-an-afternoon:-we-timed-it.png");
  type Args = Parameters<typeof loader>[0];
  const args = { context: { get: () => site.context }, params: { kind: blog.plural }, url };
  const answer = await loader(args as unknown as Args); // of its arguments only these are read
  const left = { left: 0, top: 0, width: 700, height: 630 };
  const { data } = await sharp(await answer.arrayBuffer())
    .extract(left)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = Array.from({ length: 700 * 630 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)]);
  const tinted = pixels.filter((pixel) => Math.min(...pixel) >= 235 && Math.min(...pixel) < 255);
  expect(tinted.length / pixels.length).toBeLessThan(0.02);
});

test("breaks a long word between clusters", () => {
  const word = "আন্তর্জাতিকীকরণপ্রক্রিয়াসমূহেরসম্পর্কিতবিজ্ঞপ্তি";
  const lines = breakLines(`${word} শেষ`, (line) => line.length <= 12);
  expect(lines.join("").replace(" ", "")).toBe(`${word}শেষ`);
  expect(lines.flatMap(clustersOf).filter((one) => one !== " ")).toEqual([
    ...clustersOf(word),
    ...("শেষ".match(/শে|ষ/g) ?? []),
  ]);
  expect(lines.filter((line) => /^\p{M}/u.test(line))).toEqual([]);
});

test("fills lines with whole words", () => {
  expect(breakLines("Rain and tea  at four", (line) => line.length <= 8)).toEqual([
    "Rain and",
    "tea at",
    "four",
  ]);
});

test.each(["page/home", "services/tea", "page/home.jpg"])("/share/%s responds with 404", async (path) => {
  const context = new RouterContextProvider();
  context.set(pageContext, {} as never); // refused before anything of it is used
  const url = new URL(`https://www.kolpona.example/share/${path}`);
  const [kind = "", name = ""] = path.split("/");
  const args = { context, params: { kind, name }, url, request: new Request(url), pattern: url.pathname };
  await expect(loader(args as never)).rejects.toMatchObject({ status: 404 }); // as much as the loader reads
});
