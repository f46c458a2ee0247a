import { data } from "react-router";
import {
  countSubscribers,
  listSubscribers,
  type SubscriberFilter,
  subscriberStatuses,
} from "#app/leads/subscribers/list.ts";
import { neighbours, readPageParam, readTextParam, withQuery } from "#app/resources/list-address.ts";
import type { Staff } from "../parts/require-screen.ts";
import { statusWords } from "./labels.ts";
import { presentListedSubscriber } from "./present.ts";

const path = "/dashboard/call";

/** What the list of subscribers shows, by its address. */
export async function readSubscribers({ db, request }: Staff) {
  const url = new URL(request.url);
  const filter = readSubscriberFilter(url);
  const page = await listSubscribers(db, filter, readPageParam(url, 50));
  const counts = await countSubscribers(db);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const statuses = subscriberStatuses.map((status) => ({
    name: statusWords[status],
    count: counts[status],
    isCurrent: filter.status === status,
    to: withQuery(url, { status }),
  }));
  const everybody = { name: "All", count: all, isCurrent: !filter.status };
  return {
    all,
    q: filter.q ?? "",
    status: filter.status ?? "",
    tabs: [{ ...everybody, to: withQuery(url, { status: null }) }, ...statuses],
    rows: page.rows.map(presentListedSubscriber),
    pager: neighbours(url, page),
    csv: `${path}/csv${withQuery(url, {}).slice(path.length)}`,
  };
}

export type SubscribersPage = Awaited<ReturnType<typeof readSubscribers>>;

/** The filters alone, for the list and for its CSV; a status that is none is an address that is none. */
export function readSubscriberFilter(url: URL): SubscriberFilter {
  const asked = readTextParam(url, "status");
  const status = subscriberStatuses.find((one) => one === asked);
  if (asked !== "" && !status) throw data(null, { status: 404 });
  return { status, q: readTextParam(url, "q") };
}
