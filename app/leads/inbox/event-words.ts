import { detailOf, type LeadEvent, type LeadEventKind } from "../lead-events.ts";
import { type Status, statuses, statusNames } from "../statuses.ts";

/** What happened, in words that follow a name: "closed it". Null for what stands in the record in another form already. */
export function wordEvent(event: LeadEvent, nameOf: (id: string) => string): string | null {
  const detail = detailOf(event);
  const text = (key: string) => (typeof detail[key] === "string" ? detail[key] : "");
  const words: Record<LeadEventKind, () => string | null> = {
    arrived: () => (detail.isSpam === true ? "set it aside as spam" : null),
    "wrote-again": () => `opened it again: the sender wrote ${text("reference")}`,
    status: () => wordStatus(text("to")),
    assigned: () => (text("to") === "" ? "gave it to nobody" : `gave it to ${nameOf(text("to"))}`),
    snoozed: () => "put it off",
    woken: () => "brought it back",
    "marked-spam": () => "marked it as spam",
    "not-spam": () => "took it out of spam",
    replied: () => null,
    "answered-otherwise": () => "answered by telephone or in another way",
    "not-reached": () => `called and reached nobody (${Number(detail.tries)})`,
    noted: () => null,
    "note-changed": () => null,
    "note-removed": () => "took a note away",
    merged: () => `put it under ${text("into")}`,
    "took-in": () => `put ${text("reference")} under it`,
    parted: () => "parted it again",
    restored: () => "took a change back",
  };
  const word = Object.entries(words).find(([kind]) => kind === event.kind)?.[1];
  return word ? word() : null;
}

function wordStatus(to: string): string {
  const status = statuses.find((one): one is Status => one === to);
  if (status === "closed") return "closed it";
  return status ? `set it to ${statusNames[status].toLowerCase()}` : "changed where it stands";
}
