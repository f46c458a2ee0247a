import { write } from "#app/database/database.ts";
import { forgetTry, noteCall } from "#app/leads/workflow/note-call.ts";
import { addNote, changeNote, removeNote, restoreNote } from "#app/leads/workflow/notes.ts";
import { noteAnswer, sendReply } from "#app/leads/workflow/send-reply.ts";
import { momentOf } from "#app/text/moments.ts";
import type { Sent } from "../parts/act.ts";
import type { Done } from "../parts/answer.ts";
import type { Staff } from "../parts/staff.ts";
import { listDeeds } from "./list-deeds.ts";
import { type LeadKind, placeOf } from "./place-of.ts";

type Deed = (sent: Sent, staff: Staff) => Promise<Done & { sent?: true }>;

/** What can be done at the screen of one message or call. */
export function oneDeeds(kind: LeadKind, id: string): Record<string, Deed> {
  const lead = { kind, id };
  const action = `${placeOf[kind].path}/${id}`;
  return {
    ...listDeeds(kind),
    async reply(sent, { db, deed }) {
      const input = {
        text: sent.text("text"),
        status: sent.text("status"),
        seen: sent.text("seen"),
        key: sent.text("key"),
      };
      await write(db, (tx) => sendReply(tx, lead, input, deed));
      return { done: "The answer is on its way", sent: true };
    },
    async answered(_, { db, deed }) {
      await write(db, (tx) => noteAnswer(tx, lead, deed));
      return { done: "Noted as answered" };
    },
    async outcome(sent, { db, deed }) {
      const outcome = sent.text("outcome");
      const tries = await write(db, (tx) => noteCall(tx, id, { outcome }, deed));
      if (outcome === "done") return { done: "The call is done" };
      return { done: `Nobody reached, ${tries} so far`, undo: { intent: "forget-try", values: {}, action } };
    },
    async "forget-try"(_, { db, deed }) {
      await write(db, (tx) => forgetTry(tx, id, deed));
      return { done: "That try is not counted" };
    },
    async note(sent, { db, deed }) {
      const noteId = await write(db, (tx) => addNote(tx, lead, { text: sent.text("text") }, deed));
      return { done: "The note is kept", undo: { intent: "remove-note", values: { note: noteId }, action } };
    },
    async "change-note"(sent, { db, deed }) {
      await write(db, (tx) => changeNote(tx, sent.text("id-of-note"), { text: sent.text("text") }, deed));
      return { done: "The note is changed; how it read before is kept" };
    },
    async "remove-note"(sent, { db, deed }) {
      const note = sent.text("note");
      await write(db, (tx) => removeNote(tx, note, deed));
      return { done: "The note is gone", undo: { intent: "restore-note", values: { note }, action } };
    },
    async "restore-note"(sent, { db, deed }) {
      await write(db, (tx) => restoreNote(tx, sent.text("note"), deed));
      return { done: "The note is back" };
    },
    async "snooze-until"(sent, staff) {
      const until = momentOf(sent.text("moment"), staff.timeZone) ?? "";
      const own: Sent = {
        ...sent,
        all: () => [id],
        text: (name) => (name === "until" ? until : sent.text(name)),
      };
      return listDeeds(kind).snooze?.(own, staff) ?? { done: "" };
    },
  };
}
