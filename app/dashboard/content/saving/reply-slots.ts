import { namesIn, privateName } from "#app/pages/private-storage.ts";
import type { UnsavedStore } from "./unsaved-store.ts";

/** Where the browser keeps the draft of a reply. */
export function replySlot(personId: string, leadId: string): string {
  return `${personId} reply ${leadId}`;
}

/** A draft that an earlier version has kept in clear; "" when there is none. */
export function readFormerReply(personId: string, leadId: string, open = () => localStorage): string {
  try {
    return open().getItem(formerName(personId, leadId)) ?? "";
  } catch {
    return "";
  }
}

/** Seals drafts that an earlier version has kept in clear, unless a later one is there. */
export async function moveFormerReplies(
  personId: string,
  replies: UnsavedStore,
  open = () => localStorage,
): Promise<void> {
  const prefix = formerName(personId, "");
  for (const name of formerNames(prefix, open)) {
    const leadId = name.slice(prefix.length);
    const slot = replySlot(personId, leadId);
    const text = readFormerReply(personId, leadId, open);
    if (text !== "" && (await replies.find(slot)) === null)
      await replies.keep({ slot, pairs: [["text", text]], at: new Date().toISOString() });
    open().removeItem(name);
  }
}

function formerNames(prefix: string, open: () => Storage): string[] {
  try {
    return namesIn(open()).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

function formerName(personId: string, leadId: string): string {
  return privateName(personId, `reply:${leadId}`);
}
