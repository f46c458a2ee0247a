import { type LeadKind, leadListPaths } from "#app/leads/lead-kinds.ts";

/** Where a kind's list stands, and the words for one and for many of it. */
export const placeOf = {
  message: {
    path: leadListPaths.message,
    title: "Inbox",
    one: "message",
    many: "messages",
    api: "/api/contact",
  },
  call: {
    path: leadListPaths.call,
    title: "Call requests",
    one: "call request",
    many: "call requests",
    api: "/api/calls",
  },
} as const satisfies Record<LeadKind, object>;

/** "1 message", "3 messages". */
export function sayLeadCount(kind: LeadKind, count: number): string {
  const { one, many } = placeOf[kind];
  return `${count} ${count === 1 ? one : many}`;
}
