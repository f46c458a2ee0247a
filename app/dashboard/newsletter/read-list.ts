import { countSubscribers } from "#app/leads/subscribers/list.ts";
import type { IssueState } from "#app/newsletter/issue.ts";
import { countIssues, listIssues } from "#app/newsletter/issues.ts";
import { neighbours, readPlace, readText, withQuery } from "../parts/list-address.ts";
import type { Staff } from "../parts/staff.ts";

const views: { view: string; name: string; states: IssueState[] }[] = [
  { view: "", name: "All", states: ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] },
  { view: "draft", name: "Drafts", states: ["draft"] },
  { view: "scheduled", name: "Scheduled", states: ["scheduled"] },
  { view: "sending", name: "Under way", states: ["sending", "paused"] },
  { view: "sent", name: "Sent", states: ["sent"] },
  { view: "cancelled", name: "Cancelled", states: ["cancelled"] },
];

/** What the list of newsletters shows, by its address. */
export async function readList({ db, request }: Staff) {
  const url = new URL(request.url);
  const asked = readText(url, "view");
  const current = views.find(({ view }) => view === asked) ?? views[0];
  const [counts, { confirmed: readers }] = [await countIssues(db), await countSubscribers(db)];
  const states = current?.view ? current.states : undefined;
  const { rows, next, previous } = await listIssues(db, { states }, readPlace(url, 30));
  const tabs = views.map(({ view, name, states }) => ({
    ...{ name, isCurrent: view === current?.view, to: withQuery(url, { view }) },
    count: states.reduce((sum, state) => sum + counts[state], 0),
  }));
  return {
    ...{ tabs, readers, view: current?.view ?? "", name: current?.name ?? "" },
    // Lists show what a newsletter is called, not what it says.
    rows: rows.map(({ body: _, ...issue }) => issue),
    pager: neighbours(url, { next, previous }),
  };
}

export type ListedIssue = Awaited<ReturnType<typeof readList>>["rows"][number];
