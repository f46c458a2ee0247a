/** Where a lead stands, in the order of its life; free of server code, since screens read it too. */
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
