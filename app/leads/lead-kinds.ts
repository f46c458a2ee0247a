/** What visitors send that wants an answer; free of server code, since screens read it too. */
export const leadKinds = ["message", "call"] as const;

export type LeadKind = (typeof leadKinds)[number];

/** What many of a kind are called in live events, limits, saved views, the search index and exports. */
export const pluralOf = {
  message: "messages",
  call: "calls",
} as const satisfies Record<LeadKind, string>;

/** Where staff find the leads of a kind; below it each under its id. */
export const leadListPaths = {
  message: "/dashboard/usercontactdata",
  call: "/dashboard/call/requests",
} as const satisfies Record<LeadKind, string>;

/** Where staff read and answer a lead. */
export function leadPath({ kind, id }: { kind: LeadKind; id: string }): string {
  return `${leadListPaths[kind]}/${id}`;
}

/** Where a lead stands, in the order of its life. */
export const statuses = ["new", "open", "waiting", "closed", "spam"] as const;

export type Status = (typeof statuses)[number];

/** For staff. */
export const statusNames: Record<Status, string> = {
  new: "New",
  open: "Open",
  waiting: "Waiting",
  closed: "Closed",
  spam: "Spam",
};
