import { countSubscribers } from "#app/leads/subscribers/list.ts";
import { countIssues, type IssueStanding, listIssues } from "#app/newsletter/issues.ts";
import { neighbours, readPlace, readText, withQuery } from "../parts/list-address.ts";
import type { Staff } from "../parts/staff.ts";

const views: { view: string; name: string; standings: IssueStanding[] }[] = [
  {
    view: "",
    name: "All",
    standings: ["draft", "scheduled", "sending", "paused", "sent", "unsent", "cancelled"],
  },
  { view: "draft", name: "Drafts", standings: ["draft"] },
  { view: "scheduled", name: "Scheduled", standings: ["scheduled"] },
  { view: "sending", name: "Sending", standings: ["sending", "paused"] },
  { view: "sent", name: "Sent", standings: ["sent"] },
  { view: "unsent", name: "Not sent", standings: ["unsent"] },
  { view: "cancelled", name: "Cancelled", standings: ["cancelled"] },
];

/** What the list of newsletters shows, by its address. */
export async function readList({ db, request }: Staff) {
  const url = new URL(request.url);
  const asked = readText(url, "view");
  const current = views.find(({ view }) => view === asked) ?? views[0];
  const [counts, { confirmed: readers }] = [await countIssues(db), await countSubscribers(db)];
  const standings = current?.view ? current.standings : undefined;
  const { rows, next, previous } = await listIssues(db, { standings }, readPlace(url, 30));
  // A company with a mail server never has any.
  const shown = views.filter(({ view }) => view !== "unsent" || counts.unsent > 0 || asked === view);
  const tabs = shown.map(({ view, name, standings }) => ({
    name,
    isCurrent: view === current?.view,
    to: withQuery(url, { view }),
    count: standings.reduce((sum, standing) => sum + counts[standing], 0),
  }));
  return {
    tabs,
    readers,
    view: current?.view ?? "",
    name: current?.name ?? "",
    // Lists show what a newsletter is called, not what it says.
    rows: rows.map(({ body: _, ...issue }) => issue),
    pager: neighbours(url, { next, previous }),
  };
}

export type ListedIssue = Awaited<ReturnType<typeof readList>>["rows"][number];
