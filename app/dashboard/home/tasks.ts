import type { BrokenLink } from "#app/content/links/broken-links.ts";
import type { listMyDrafts, ScheduledChange } from "#app/content/publishing/scheduled.ts";
import { presentHint } from "#app/content/staff-list/entry-hint.ts";
import { leadPath } from "#app/leads/lead-kinds.ts";
import type { Unanswered } from "#app/leads/reports/unanswered.ts";

/** Something that waits for whoever looks. */
export interface Task {
  id: string;
  title: string;
  detail: string;
  /** Since when; null where nobody knows. */
  at: string | null;
  path: string;
  isOverdue?: boolean;
}

interface Waiting {
  unanswered: readonly Unanswered[];
  coming: readonly ScheduledChange[];
  unfinished: Awaited<ReturnType<typeof listMyDrafts>>;
  broken: readonly BrokenLink[];
}

/** What is overdue first, then who waits for an answer, then links that lead nowhere and what one has begun oneself. */
export function listTasks({ unanswered, coming, unfinished, broken }: Waiting, limit: number): Task[] {
  const overdue = coming
    .filter(({ isOverdue }) => isOverdue)
    .map(({ id, title, kind, does, at, path }) => ({
      id: `${does}-${id}`,
      title,
      at,
      path,
      isOverdue: true,
      detail: `${kind.label.one}, ${does === "goes out" ? "publishing" : "unpublishing"} is overdue`,
    }));
  const own = unfinished.map(({ id, title, kind, state, updatedAt, path }) => ({
    id,
    title,
    path,
    at: updatedAt,
    detail: state === "draft" ? `${kind.label.one}, your draft` : `${kind.label.one}, unpublished changes`,
  }));
  const leads = unanswered.map(describeLead);
  const rest = [...describeBroken(broken), ...own];
  // These keep a place however many wait.
  const room = limit - Math.min(rest.length, 3);
  return [...[...overdue, ...leads].slice(0, room), ...rest].slice(0, limit);
}

/** One line for each entry, however many of its links are dead. */
function describeBroken(broken: readonly BrokenLink[]): Task[] {
  const first = new Map(broken.toReversed().map((link) => [link.id, link]));
  return [...first.values()].toReversed().flatMap(({ id, title, kind, path: deadPath }) => {
    const hint = presentHint({ id, title, kind: kind.name });
    const detail = `${kind.label.one}, broken link to ${deadPath}`;
    return hint ? [{ id: `broken-${id}`, title, detail, at: null, path: hint.path }] : [];
  });
}

function describeLead(lead: Unanswered): Task {
  const { id, kind, name, company, about, reference, at } = lead;
  const what = kind === "message" ? "Message" : "Call";
  const who = [name, company].filter(Boolean).join(", ") || "Somebody";
  return {
    id,
    at,
    path: leadPath(lead),
    title: about || (kind === "call" ? `Call ${who}` : who),
    detail: `${who}, ${what.toLowerCase()} ${reference}`,
  };
}
