import { isReachable, slugKey, toSlug } from "#app/content/urls/slug.ts";
import { plainText } from "#app/text/plain-text.ts";
import { textLineOf } from "./html-text.ts";
import type { MoveReport } from "./report.ts";
import type { WxrItem } from "./wxr.ts";

const longest = 300;

/** Gives every item a title that can be an address, no two the same; what had to be changed is reported. */
export function chooseTitles(items: readonly WxrItem[], report: MoveReport): Map<string, string> {
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  // The public ones choose first, so that a forgotten draft never takes their name.
  const inOrder = items.toSorted((a, b) => Number(b.status === "publish") - Number(a.status === "publish"));
  for (const [at, item] of inOrder.entries()) {
    const wanted = readTitle(item, at + 1, report);
    const title = freeTitle(wanted, taken);
    if (title !== wanted)
      report.add(
        nameOf(item, title),
        "title",
        `Another one is called “${wanted}” too, so this became “${title}”`,
      );
    taken.add(slugKey(toSlug(title)));
    titles.set(item.id, title);
  }
  return titles;
}

/** How an item is called in the report. */
export function nameOf({ type, id }: Pick<WxrItem, "type" | "id">, title: string): string {
  return `${type.charAt(0).toUpperCase()}${type.slice(1)} ${id} “${title}”`;
}

function readTitle(item: WxrItem, number: number, report: MoveReport): string {
  const written = cleanLine(textLineOf(item.title));
  if (written === "") {
    const made =
      cleanLine(firstWords(textLineOf(item.content.replace(/\[[^\]\n]{0,300}\]/g, " ")))) ||
      `Untitled ${number}`;
    report.add(nameOf(item, made), "title", "It had none; this one was made for it");
    return made;
  }
  const title = isReachable(toSlug(written)) ? written : `${written} (title)`;
  if (/<[a-z]/i.test(item.title))
    report.add(nameOf(item, title), "formatting in the title", "A title is plain text here");
  if (title.length <= longest) return title;
  report.add(
    nameOf(item, title.slice(0, 60)),
    `end of the title: “${title.slice(longest - 10)}”`,
    "A title has at most 300 characters",
  );
  return title
    .slice(0, longest - 10)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
}

function freeTitle(wanted: string, taken: Set<string>): string {
  let title = wanted;
  for (let number = 2; taken.has(slugKey(toSlug(title))); number += 1) title = `${wanted} (${number})`;
  return title;
}

function firstWords(text: string): string {
  const words = text.split(" ").slice(0, 8).join(" ");
  return words.length < text.length ? `${words.slice(0, 100)}…` : words;
}

function cleanLine(text: string): string {
  const result = plainText({ max: 10_000 }).safeParse(
    text
      .toWellFormed()
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, 9000),
  );
  return result.success ? result.data : "";
}
