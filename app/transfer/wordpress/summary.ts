import type { RichText } from "#app/content/rich-text/schema.ts";
import { toText } from "#app/content/rich-text/text.ts";
import { beforeMore } from "./expand.ts";
import { lineOf } from "./html-text.ts";
import type { OldSite } from "./old-site.ts";
import type { Report } from "./report.ts";
import type { WxrItem } from "./wxr.ts";

const most = 500;
const madeLength = 200;

/** What lists show of an item: its own excerpt, or what stood before the mark "more", or else its first words. */
export function summaryOf(item: WxrItem, doc: RichText, site: OldSite, report: Report): string {
  const own = lineOf(item.excerpt);
  if (own.length > most)
    report.add(
      site.nameOf(item),
      `end of the excerpt: “${own.slice(most)}”`,
      `It has at most ${most} characters`,
    );
  if (own !== "") return cutAtWord(own, most);
  const teaser = lineOf(withoutMarks(beforeMore(item.content) ?? ""));
  if (teaser !== "" && teaser.length <= most) return teaser;
  const paragraphs = doc.content.filter(({ type }) => type === "paragraph");
  const text = toText(paragraphs.length > 0 ? { ...doc, content: paragraphs } : doc);
  return cutAtWord(text.replace(/\s+/g, " ").trim(), madeLength);
}

function withoutMarks(html: string): string {
  return html.replace(/\[\/?\w[^\]\n]{0,500}\]/g, " ");
}

/** Whole words, and a sign that there is more. */
function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  const short = text
    .slice(0, length - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "");
  const end = short.lastIndexOf(" ");
  return `${(end > length / 2 ? short.slice(0, end) : short).replace(/[\s,;:–-]+$/, "")}…`;
}
