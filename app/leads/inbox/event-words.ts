import { detailOf, type LeadEvent, type LeadEventKind } from "../lead-events.ts";
import { type Status, statuses, statusNames } from "../statuses.ts";

/** What happened, in words that follow a name: "closed it". Null for what stands in the record in another form already. */
export function wordEvent(event: LeadEvent, nameOf: (id: string) => string): string | null {
  const detail = detailOf(event);
  const text = (key: string) => (typeof detail[key] === "string" ? detail[key] : "");
  const words: Record<LeadEventKind, () => string | null> = {
    arrived: () => (detail.isSpam === true ? "marked it as spam" : null),
    "wrote-again": () => `reopened it: the sender wrote again (${text("reference")})`,
    status: () => wordStatus(text("to")),
    assigned: () => wordAssignment(event.actor, text("to"), nameOf),
    snoozed: () => "snoozed it",
    woken: () => "ended the snooze",
    "marked-spam": () => "marked it as spam",
    "not-spam": () => "marked it as not spam",
    replied: () => null,
    "answered-otherwise": () => "marked it as answered",
    "not-reached": () => `called: no answer (try ${Number(detail.tries)})`,
    noted: () => null,
    "note-changed": () => null,
    "note-removed": () => "deleted a note",
    merged: () => `merged it into ${text("into")}`,
    "took-in": () => `merged ${text("reference")} into it`,
    parted: () => "unmerged it",
    restored: () => "undid a change",
  };
  const word = Object.entries(words).find(([kind]) => kind === event.kind)?.[1];
  return word ? word() : null;
}

function wordAssignment(actor: string, to: string, nameOf: (id: string) => string): string {
  if (to === "") return "unassigned it";
  return to === actor ? "took it" : `assigned it to ${nameOf(to)}`;
}

function wordStatus(to: string): string {
  const status = statuses.find((one): one is Status => one === to);
  if (status === "closed") return "closed it";
  return status ? `moved it to ${statusNames[status]}` : "changed its status";
}
