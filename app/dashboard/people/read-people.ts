import { listInvitations } from "#app/accounts/staff/list-invitations.ts";
import {
  countPeople,
  listPeople,
  type PeopleOrder,
  type PeopleQuery,
  peopleOrders,
} from "#app/accounts/staff/list-people.ts";
import { neighbours, readPageParam, readTextParam, withQuery } from "#app/resources/list-address.ts";
import type { Staff } from "../parts/require-screen.ts";

const views = [
  { view: "", name: "All", count: "all" },
  { view: "admin", name: "Admins", count: "admin" },
  { view: "editor", name: "Editors", count: "editor" },
  { view: "member", name: "Members", count: "member" },
  { view: "banned", name: "Banned", count: "banned" },
] as const;

/** What the list of people shows, by its address. */
export async function readPeople({ db, actionContext, request }: Staff) {
  const url = new URL(request.url);
  const view = readTextParam(url, "view");
  const [counts, invitations] = [await countPeople(db), await listInvitations(db, actionContext.now)];
  const query = readPeopleQuery(url);
  const page = view === "invited" ? null : await listPeople(db, { ...query, ...readPageParam(url, 50) });
  const tabs = [
    ...views.map((one) => ({ name: one.name, view: one.view as string, count: counts[one.count] })),
    { name: "Invited", view: "invited", count: invitations.length },
  ].map((tab) => ({
    name: tab.name,
    count: tab.count,
    isCurrent: view === tab.view,
    to: withQuery(url, { view: tab.view }),
  }));
  return {
    view,
    tabs,
    all: counts.all,
    q: query.q ?? "",
    order: query.order,
    people: page?.rows ?? [],
    invitations: view === "invited" ? invitations : [],
    pager: page ? neighbours(url, page) : { next: null, previous: null },
    csv: withQuery(new URL(url.href.replace(/\/user(\.data)?(?=\?|$)/, "/user/csv")), {}),
  };
}

/** The filters alone, for the list and for its CSV. */
export function readPeopleQuery(url: URL): Omit<PeopleQuery, "limit"> {
  const view = readTextParam(url, "view");
  const typed = readTextParam(url, "order");
  const order: PeopleOrder = peopleOrders.find((one) => one === typed) ?? "joined";
  const role = view === "admin" || view === "editor" || view === "member" ? view : undefined;
  return { q: readTextParam(url, "q"), role, state: view === "banned" ? "banned" : undefined, order };
}
