import { expect, test } from "vitest";
import type { Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { formatSummary } from "./format-summary.ts";

const here = { timeZone: "Asia/Dhaka", now: "2026-11-20T05:00:00.000Z" };
const quiet = {
  unanswered: { messages: 0, calls: 0 },
  waitingSince: null,
  scheduled: [],
  failedMails: { count: 0, path: null },
  brokenLinks: 0,
  hasOwnDrafts: false,
  broken: [],
};
const format = (facts: Partial<Parameters<typeof formatSummary>[0]>) =>
  formatSummary({ ...quiet, ...facts }, here)
    .map(({ text }) => text)
    .join("");

const out = (at: string, kind: Kind = blog, isOverdue = false) => ({
  action: "publish" as const,
  at,
  kind,
  isOverdue,
  path: `/dashboard/x/${at}`,
});

test.each<[string, Partial<Parameters<typeof formatSummary>[0]>]>([
  ["All caught up. ", {}],
  ["Nobody is waiting for a reply. You have unpublished drafts. ", { hasOwnDrafts: true }],
  [
    "Five messages wait for a reply, the oldest since yesterday 16:40. One post will be published tonight. ",
    {
      unanswered: { messages: 5, calls: 0 },
      waitingSince: "2026-11-19T10:40:00.000Z",
      scheduled: [out("2026-11-20T14:00:00.000Z")],
    },
  ],
  [
    "One call waits for a reply, since today 09:12. Two entries will be published today. ",
    {
      unanswered: { messages: 0, calls: 1 },
      waitingSince: "2026-11-20T03:12:00.000Z",
      scheduled: [out("2026-11-20T09:00:00.000Z"), out("2026-11-20T14:00:00.000Z", media)],
    },
  ],
  [
    "Two messages and one call wait for a reply, the oldest since 2 Nov. One post will be published tomorrow 08:00. Three e-mails failed. One entry is overdue.",
    {
      unanswered: { messages: 2, calls: 1 },
      waitingSince: "2026-11-02T10:40:00.000Z",
      scheduled: [out("2026-11-19T14:00:00.000Z", media, true), out("2026-11-21T02:00:00.000Z")],
      failedMails: { count: 3, path: "/dashboard/mail" },
    },
  ],
  [
    "More than 1,000 messages wait for a reply. One link on the site is broken. ",
    { unanswered: { messages: 1001, calls: 0 }, brokenLinks: 1 },
  ],
  ["One e-mail failed. ", { failedMails: { count: 1, path: null } }],
  ["The last backup failed. ", { broken: [{ name: "The last backup failed", path: "/dashboard/backups" }] }],
])("%s", (words, facts) => {
  expect(format(facts)).toBe(words);
});
