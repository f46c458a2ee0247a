import { parse } from "parse5";
import { expect, test } from "vitest";
import { hostileHtml } from "#app/lib/rich-text/html/hostile.samples.ts";
import { elementsBelow } from "#app/lib/rich-text/html/html-reader.ts";
import { fromMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { aRow } from "../../../../tests/support/library.ts";
import { aCampaign, actionContext, noon, someReaders } from "../newsletter.fixture.ts";
import { cancelCampaign } from "../send.ts";
import { unsubscribe } from "../unsubscribe.ts";
import { createCampaignRenderer } from "./prepare-campaign.ts";

const site = new URL("https://www.kolpona.example");

const markdown = `Dear reader,

## What we wove

We shipped **two** sites, [one of them](/portfolio/Mill) and [another](https://mill.example/a?b=1&c=2). See [above](#top).

- first
- second
  1. inner

> Good work.
>
> <cite>A client</cite>

\`\`\`ts
const a = "<b>";
\`\`\`

| A | B |
| --- | --- |
| 1 | 2 |

@[video](https://www.youtube.com/watch?v=abcdefgh)
`;

async function openTestCampaign(part: Record<string, unknown> = {}) {
  const open = await openTestDatabase("sqlite");
  const { doc } = fromMarkdown(markdown, { picture: () => null });
  const id = await aCampaign(open.db, { body: doc, preview: "Two sites and a loom", ...part });
  const [reader] = await someReaders(open.db, 1);
  if (!reader) throw new Error("There is no reader.");
  const renderCampaignMail = createCampaignRenderer(open.db, site);
  const render = () => renderCampaignMail({ template: "newsletter", name: "", issue: id, reader: reader.id });
  return { ...open, id, reader, render, renderCampaignMail };
}

test("R3 A11 each mail has its own unsubscribe link, without unexpected links", async () => {
  await using campaign = await openTestCampaign();
  const mail = await campaign.render();
  const leave = `${site.origin}/newsletter/unsubscribe?key=${campaign.reader.unsubscribe_token}&issue=${campaign.id}`;
  expect(mail?.list).toEqual({ unsubscribe: leave });
  expect(mail?.text).toContain(`Unsubscribe:\n${leave}\n`);
  const links = [...(mail?.html ?? "").matchAll(/(?:href|src)="([^"]*)"/g)].map(([, one]) => one);
  expect([...new Set(links)].sort()).toEqual(
    [
      leave.replace("&", "&amp;"),
      site.origin,
      `${site.origin}/portfolio/Mill`,
      "https://mill.example/a?b=1&amp;c=2",
      "https://www.youtube.com/watch?v=abcdefgh",
    ].sort(),
  );
  expect(`${mail?.html}${mail?.text}`).not.toContain("leave.invalid");
});

test("HTML and plain text have the same content and load nothing", async () => {
  await using campaign = await openTestCampaign();
  const { html = "", text = "" } = (await campaign.render()) ?? {};
  expect(html).not.toMatch(/<(img|link|script|iframe|object|form|base)\b|url\(|@import|\ssrc=|\son\w+=/i);
  for (const phrase of [
    "Dear reader",
    "What we wove",
    "first",
    "inner",
    "Good work.",
    "A client",
    "Watch the video",
  ]) {
    expect(html).toContain(phrase);
    expect(text).toContain(phrase);
  }
  expect(text).toContain("one of them (https://www.kolpona.example/portfolio/Mill)");
  expect(text).toContain("> Good work.");
  expect(html).toContain("const a = &quot;&lt;b&gt;&quot;;");
  expect(html).toContain("Two sites and a loom");
  expect(html).toContain("prefers-color-scheme:dark");
});

test("limits the height of a tall picture", async () => {
  const tall = { type: "image" as const, attrs: { file: "", alt: "A rope", caption: null } };
  await using campaign = await openTestCampaign();
  tall.attrs.file = await aRow(campaign.db);
  await campaign.db.query.updateTable("files").set({ width: 400, height: 4000 }).execute();
  const id = await aCampaign(campaign.db, { body: { type: "doc", content: [tall] } });
  const mail = await campaign.renderCampaignMail({
    template: "newsletter",
    name: "",
    issue: id,
    reader: campaign.reader.id,
  });
  const [, width, height] = /<img[^>]*width="(\d+)" height="(\d+)"/.exec(mail?.html ?? "") ?? [];
  expect([Number(width), Number(height)]).toEqual([64, 640]);
});

test("renders nothing for unsubscribed readers and cancelled newsletters", async () => {
  await using campaign = await openTestCampaign();
  await unsubscribe(
    campaign.db,
    { key: campaign.reader.unsubscribe_token, campaign: "" },
    { by: "link", now: noon },
  );
  expect(await campaign.render()).toBeNull();
  await using other = await openTestCampaign();
  await other.db.query.updateTable("newsletters").set({ state: "sending" }).execute();
  await write(other.db, (tx) => cancelCampaign(tx, other.id, actionContext));
  expect(await other.render()).toBeNull();
});

test("a test copy has no unsubscribe link", async () => {
  await using campaign = await openTestCampaign();
  const mail = await campaign.renderCampaignMail({
    template: "newsletter",
    name: "",
    issue: campaign.id,
    reader: null,
  });
  expect(mail?.subject).toMatch(/^Test: /);
  expect(mail?.list).toBeUndefined();
  expect(mail?.html).not.toContain("unsubscribe");
  expect(mail?.html).not.toContain("leave.invalid");
});

test("links to its web page if it is public", async () => {
  for (const isPublic of [true, false]) {
    await using campaign = await openTestCampaign({ isPublic });
    await campaign.db.query.updateTable("newsletters").set({ slug: "News & more", slug_key: "x" }).execute();
    const { html = "" } = (await campaign.render()) ?? {};
    expect(html.includes("/newsletter/archive/News%20%26%20more")).toBe(isPublic);
  }
});

test("O1 renders hostile HTML harmless, as HTML, Markdown and text", async () => {
  await using campaign = await openTestCampaign();
  for (const html of hostileHtml) {
    const text = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: html }] }] };
    for (const body of [fromMarkdown(html, { picture: () => null }).doc, text]) {
      await campaign.db.query
        .updateTable("newsletters")
        .set({ body: JSON.stringify(body) })
        .execute();
      await campaign.db.query
        .updateTable("newsletters")
        .set((eb) => ({ version: eb("version", "+", 1) }))
        .execute();
      expect(findUnsafeParts((await campaign.render())?.html ?? "")).toEqual([]);
    }
  }
});

/** Finds elements and attributes that could run, load or request something, as browsers parse them. */
function findUnsafeParts(html: string): string[] {
  const allowedTags =
    /^(html|head|title|meta|style|body|div|table|tbody|tr|td|th|h[1-4]|p|br|a|strong|em|s|u|code|pre|ul|ol|li|blockquote|hr)$/;
  const allowedAttributes =
    /^(lang|dir|content|name|charset|http-equiv|style|class|href|target|width|height|role|border|cellpadding|cellspacing|aria-hidden|start|colspan|rowspan|data-[\w-]+)$/;
  return elementsBelow(parse(html).childNodes).flatMap(({ tagName, attrs }) => [
    ...(allowedTags.test(tagName) ? [] : [tagName]),
    ...attrs
      .filter(
        ({ name, value }) =>
          !allowedAttributes.test(name) || (name === "href" && !/^(https?|mailto|tel):/.test(value)),
      )
      .map(({ name, value }) => `${tagName} ${name}=${value}`),
  ]);
}
