import type { ScheduledChange } from "#app/domain/content/publishing/schedule.ts";
import type { UnansweredCounts } from "#app/domain/leads/reports/unanswered.ts";
import { capitalize, formatCount } from "#app/lib/text/counts.ts";
import { dayOf, describeMoment, localTime, type TimeContext } from "#app/lib/text/moments.ts";

/** Part of the summary; a link when it has a path. */
export interface Phrase {
  text: string;
  to?: string;
}

interface Facts {
  unanswered: UnansweredCounts;
  /** Time of the oldest unanswered message; null without one. */
  waitingSince: string | null;
  scheduled: readonly Pick<ScheduledChange, "action" | "at" | "isOverdue" | "kind" | "path">[];
  /** `path` is the list of failed mails, for users who may open it. */
  failedMails: { count: number; path: string | null };
  brokenLinks: number;
  /** Whether the current user has drafts or unpublished changes. */
  hasOwnDrafts: boolean;
  /** Other broken parts of the system, each with a short name. */
  broken: readonly { name: string; path: string | null }[];
}

/** Summary of the site's state, in sentences. */
export function formatSummary(facts: Facts, here: TimeContext): Phrase[] {
  const waiting = formatWaiting(facts, here);
  const trouble = [...formatFailures(facts), ...formatOverdue(facts.scheduled)];
  const isQuiet = waiting.length + trouble.length === 0;
  return [
    ...(isQuiet ? [{ text: facts.hasOwnDrafts ? onlyDrafts : "All caught up. " }] : waiting),
    ...formatScheduled(facts.scheduled, here),
    ...trouble,
  ];
}

const onlyDrafts = "Nobody is waiting for a reply. You have unpublished drafts. ";

function formatWaiting({ unanswered, waitingSince }: Facts, here: TimeContext): Phrase[] {
  const { messages, calls } = unanswered;
  const count = (number: number, one: string) =>
    number > 1000 ? `more than 1,000 ${one}s` : formatCount(number, one);
  const parts: Phrase[] = [
    ...(messages > 0 ? [{ text: count(messages, "message"), to: messagesPath }] : []),
    ...(calls > 0 ? [{ text: count(calls, "call"), to: callsPath }] : []),
  ];
  const [first, second] = parts;
  if (!first) return [];
  const waits = messages + calls === 1 ? "waits" : "wait";
  const isOne = waits === "waits";
  const since =
    waitingSince === null ? "" : `, ${isOne ? "" : "the oldest "}since ${formatMoment(waitingSince, here)}`;
  return [
    { ...first, text: capitalize(first.text) },
    ...(second ? [{ text: " and " }, second] : []),
    { text: ` ${waits} for a reply${since}. ` },
  ];
}

/** Sentence on the entries scheduled for the company's current day, or else on the next one. */
function formatScheduled(scheduled: Facts["scheduled"], here: TimeContext): Phrase[] {
  const out = scheduled.filter(({ action, isOverdue }) => action === "publish" && !isOverdue);
  const today = dayOf(here.now, here.timeZone);
  const soon = out.filter(({ at }) => dayOf(at, here.timeZone) === today);
  const [next] = soon.length > 0 ? soon : out;
  if (!next) return [];
  const isEvening = soon.every(({ at }) => localTime(at, here.timeZone).slice(11) >= "18:00");
  const when = soon.length === 0 ? formatMoment(next.at, here) : isEvening ? "tonight" : "today";
  const kinds = new Set(soon.map(({ kind }) => kind.name));
  const { one, many } =
    kinds.size > 1
      ? { one: "entry", many: "entries" }
      : { one: lowerFirst(next.kind.label.one), many: lowerFirst(next.kind.label.many) };
  const count = Math.max(soon.length, 1);
  const to = count === 1 ? next.path : `/dashboard/${next.kind.dashboard.list}?state=scheduled`;
  return [{ text: capitalize(formatCount(count, one, many)), to }, { text: ` will be published ${when}. ` }];
}

function formatFailures({ failedMails, brokenLinks, broken }: Facts): Phrase[] {
  const mails = failedMails.count > 0 ? capitalize(formatCount(failedMails.count, "e-mail")) : "";
  const links = brokenLinks
    ? [
        {
          text: `${capitalize(formatCount(brokenLinks, "link"))} on the site ${brokenLinks === 1 ? "is" : "are"} broken. `,
        },
      ]
    : [];
  const others = broken.flatMap(({ name, path }) => [linked(name, path), { text: ". " }]);
  return [...(mails ? [linked(mails, failedMails.path), { text: " failed. " }] : []), ...links, ...others];
}

function linked(text: string, path: string | null): Phrase {
  return path === null ? { text } : { text, to: path };
}

function formatOverdue(scheduled: Facts["scheduled"]): Phrase[] {
  const late = scheduled.filter(({ isOverdue }) => isOverdue);
  const [first] = late;
  if (!first) return [];
  const is = late.length === 1 ? "is" : "are";
  return [
    { text: capitalize(formatCount(late.length, "entry", "entries")), to: first.path },
    { text: ` ${is} overdue.` },
  ];
}

/** Formats a moment for use within a sentence, such as "yesterday 16:40". */
function formatMoment(at: string, here: TimeContext): string {
  return describeMoment(at, here).replace(/^(Today|Yesterday|Tomorrow)/, (word) => lowerFirst(word));
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}

const messagesPath = "/dashboard/usercontactdata";
const callsPath = "/dashboard/call";
export const leadRulesPath = "/dashboard/usercontactdata/rules";
export const mailPath = "/dashboard/mail";
