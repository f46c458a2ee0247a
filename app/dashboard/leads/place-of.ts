/** What visitors send that wants an answer. */
export type LeadScreen = "messages" | "calls";

/** Where a kind's list stands, and the words for one and for many of it. */
export const placeOf = {
  messages: {
    path: "/dashboard/usercontactdata",
    title: "Inbox",
    one: "message",
    many: "messages",
    api: "/api/contact",
  },
  calls: {
    path: "/dashboard/call/requests",
    title: "Call requests",
    one: "call request",
    many: "call requests",
    api: "/api/calls",
  },
} as const satisfies Record<LeadScreen, object>;

/** "1 message", "3 messages". */
export function sayLeadCount(kind: LeadScreen, count: number): string {
  const { one, many } = placeOf[kind];
  return `${count} ${count === 1 ? one : many}`;
}
