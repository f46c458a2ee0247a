import type { FormerFiles, OldSite } from "./old-site.ts";
import { emptyItem, type WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

const numberKey = /^(?:\/[^?]*)?\?attachment_id=(\d+)$/;

/**
 * Lets an export name attachments by number that an earlier import brought: those that it does not hold itself, and whose
 * address by number leads to a file here. Answers their numbers.
 */
export function addFormerAttachments(site: OldSite, { ids }: FormerFiles): Set<string> {
  const added = new Set<string>();
  const [base] = site.wxr.urls;
  if (site.wxr.system !== "WordPress" || base === undefined) return added;
  const addresses = new Map<string, string>();
  for (const [key, id] of ids) if (/\.\w{3,4}$/.test(key) && !addresses.has(id)) addresses.set(id, key);
  for (const [key, id] of ids) {
    const number = numberKey.exec(key)?.[1];
    const address = addresses.get(id);
    if (number === undefined || address === undefined || site.items.has(number)) continue;
    const attachmentUrl = URL.parse(encodeURI(address), base)?.href ?? "";
    const attachment = { ...emptyItem, id: number, type: "attachment", status: "inherit", attachmentUrl };
    site.items.set(number, { ...attachment, source: { ...attachment, meta: [] } });
    added.add(number);
  }
  return added;
}

/** Reports the numbers of attachments that an item names and an earlier import brought. */
export function reportFormerAttachments(
  items: readonly WxrItem[],
  numbers: ReadonlySet<string>,
  site: OldSite,
  report: MoveReport,
): void {
  if (numbers.size === 0) return;
  for (const item of items)
    for (const number of new Set(numbersIn(item)))
      if (numbers.has(number))
        report.add(
          site.nameOf(item),
          `picture ${number}`,
          "The export does not hold this number; the picture that an earlier import brought by it is used",
        );
}

function numbersIn({ meta, content }: WxrItem): string[] {
  const listed = [...content.matchAll(/\bids=["']?([\d,\s]{1,5000})/g)].flatMap(([, ids = ""]) =>
    ids.split(",").map((id) => id.trim()),
  );
  return [meta.get("_thumbnail_id") ?? "", ...listed];
}
