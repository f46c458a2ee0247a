import { type LeadKind, leadListPaths } from "#app/domain/leads/lead-kinds.ts";

/** Path and nouns of each kind of lead. */
export const leadLists = {
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
export function formatLeadCount(kind: LeadKind, count: number): string {
  const { one, many } = leadLists[kind];
  return `${count} ${count === 1 ? one : many}`;
}

/** Duration in words: "40 min", "3 h 20 min", "2 days 4 h". */
export function formatMinutes(minutes: number): string {
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return join(`${hours} h`, minutes % 60, "min");
  const days = Math.floor(hours / 24);
  return join(`${days} days`, hours % 24, "h");
}

function join(first: string, rest: number, unit: string): string {
  return rest === 0 ? first : `${first} ${rest} ${unit}`;
}

/** Kind of the list that an address belongs to. */
export function kindAt(request: Request): LeadKind {
  return new URL(request.url).pathname.startsWith(leadLists.call.path) ? "call" : "message";
}
