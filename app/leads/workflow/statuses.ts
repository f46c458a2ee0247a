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

/** For whoever sent it; that something was taken for spam is nothing its sender is told. */
export const statusForSender: Record<Status, string> = {
  new: "We have it and will read it soon",
  open: "We are working on it",
  waiting: "We have answered and wait to hear from you",
  closed: "Done",
  spam: "We have it and will read it soon",
};
