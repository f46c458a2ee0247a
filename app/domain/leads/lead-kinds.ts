/** Kinds of leads; free of server code, since screens import it. */
export const leadKinds = ["message", "call"] as const;

export type LeadKind = (typeof leadKinds)[number];

/** Plural names in live events, limits, saved views, the search index and exports. */
export const pluralOf = {
  message: "messages",
  call: "calls",
} as const satisfies Record<LeadKind, string>;

/** Paths of the lists; each lead is below under its id. */
export const leadListPaths = {
  message: "/dashboard/usercontactdata",
  call: "/dashboard/call/requests",
} as const satisfies Record<LeadKind, string>;

/** Returns the path of a lead in the dashboard. */
export function leadPath({ kind, id }: { kind: LeadKind; id: string }): string {
  return `${leadListPaths[kind]}/${id}`;
}

/** Statuses of a lead in the usual order. */
export const statuses = ["new", "open", "waiting", "closed", "spam"] as const;

export type Status = (typeof statuses)[number];

/** Labels in the dashboard. */
export const statusNames: Record<Status, string> = {
  new: "New",
  open: "Open",
  waiting: "Waiting",
  closed: "Closed",
  spam: "Spam",
};
