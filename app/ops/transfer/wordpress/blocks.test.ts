import { expect, test } from "vitest";
import { countSource } from "../ledger/count-source.ts";
import { withComposedBlocks } from "./blocks.ts";
import { openOldSite, openUploads } from "./old-site.ts";
import { emptyItem, emptySite, type WxrItem } from "./read-wxr.ts";
import { openReport } from "./report.ts";

const wxr = { ...emptySite("WordPress"), title: "Old", urls: ["https://old.example"] };

const reference = (id: string) => `<!-- wp:block {"ref":${id}} /-->`;

/** Counts a word in a post with synced patterns in the import and the ledger, and returns the report. */
function compose(content: string, patterns: Record<string, string>, word: string) {
  const itemOf = (id: string, type: string, text: string): WxrItem => {
    const source = {
      id,
      type,
      title: "",
      link: "",
      content: text,
      excerpt: "",
      parent: "",
      attachmentUrl: "",
    };
    return {
      ...emptyItem,
      id,
      type,
      status: "publish",
      content: text,
      source: { ...source, meta: [], terms: [] },
    };
  };
  const post = itemOf("1", "post", content);
  const items = [post, ...Object.entries(patterns).map(([id, text]) => itemOf(id, "wp_block", text))];
  const uploads = openUploads(null, { fileIds: new Map() }, { ...wxr, items });
  const site = openOldSite({ ...wxr, items }, new Map(), uploads);
  const report = openReport();
  const html = withComposedBlocks(post, site, report);
  if (!post.source) throw new Error("The post has no source.");
  const { words } = countSource(post.source, {
    system: "WordPress",
    find: (id) => site.items.get(id)?.source ?? undefined,
    attachmentsOf: () => [],
  });
  const inLedger = words.filter((one) => one.word === word).length;
  return { inImport: html.split(word).length - 1, inLedger, lines: report.lines.map(({ what }) => what) };
}

test("shows a synced pattern that contains itself once", () => {
  const pattern = `<p>lamp</p>${reference("5").repeat(3)}`;
  expect(compose(reference("5"), { 5: pattern }, "lamp")).toMatchObject({ inImport: 1, inLedger: 1 });
});

test("shows a synced pattern for each reference to it", () => {
  const found = compose(
    `${reference("6")}${reference("5")}`,
    { 5: "<p>lamp</p>", 6: reference("5") },
    "lamp",
  );
  expect(found).toEqual({ inImport: 2, inLedger: 2, lines: [] });
});

test("stops adding patterns at the size limit and reports them", () => {
  const pattern = `<p>lamp ${"oil ".repeat(25_000)}</p>`;
  expect(compose(reference("5").repeat(6), { 5: pattern }, "lamp")).toEqual({
    inImport: 3,
    inLedger: 3,
    lines: ["synced pattern 5 (3 times)"],
  });
});
