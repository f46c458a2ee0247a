import type { Selectable } from "kysely";
import { z } from "zod";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { Writing } from "#app/platform/database/database.ts";
import type { LeadNoteTable } from "#app/platform/database/tables/leads.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { lockLead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import { recordLeadAction } from "./lead-events.ts";

export const noteSchema = z.strictObject({
  text: plainText({ max: 5000, lines: true }).pipe(z.string().min(1, "Write the note")),
});

/** Adds a note for staff; returns its id. */
export async function addNote(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  input: unknown,
  actionContext: ActionContext,
): Promise<string> {
  const { text } = checkInput(noteSchema, input);
  await lockLead(tx, kind, id);
  const at = actionContext.now.toISOString();
  const note = {
    id: newId(),
    lead_id: id,
    body: text,
    author_id: actionContext.actor.id,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  await tx.query.insertInto("lead_notes").values(note).execute();
  await recordLeadAction(tx, id, "noted", { noteId: note.id }, actionContext);
  return note.id;
}

/** Changes a note of any author and stores the earlier version. */
export async function changeNote(
  tx: Writing,
  noteId: string,
  input: unknown,
  actionContext: ActionContext,
): Promise<void> {
  const { text } = checkInput(noteSchema, input);
  const note = await findNote(tx, noteId);
  if (note.body === text) return;
  await insertEdit(tx, note, actionContext);
  await tx.query
    .updateTable("lead_notes")
    .set({ body: text, updated_at: actionContext.now.toISOString() })
    .where("id", "=", noteId)
    .execute();
  await recordLeadAction(tx, note.lead_id, "note-changed", { noteId }, actionContext);
}

/** Hides a note; `restoreNote` shows it again. */
export async function removeNote(tx: Writing, noteId: string, actionContext: ActionContext): Promise<void> {
  const note = await findNote(tx, noteId);
  await tx.query
    .updateTable("lead_notes")
    .set({ deleted_at: actionContext.now.toISOString() })
    .where("id", "=", noteId)
    .execute();
  await recordLeadAction(tx, note.lead_id, "note-removed", { noteId }, actionContext);
}

export async function restoreNote(tx: Writing, noteId: string, actionContext: ActionContext): Promise<void> {
  const note = await tx.query
    .updateTable("lead_notes")
    .set({ deleted_at: null })
    .where("id", "=", noteId)
    .returning("lead_id")
    .executeTakeFirst();
  if (!note) throw new DomainError("missing", "There is no such note.");
  await recordLeadAction(tx, note.lead_id, "noted", { noteId }, actionContext);
}

type Note = Selectable<LeadNoteTable>;

async function findNote(tx: Writing, noteId: string): Promise<Note> {
  await tx.locks.acquire(tx.query, `note:${noteId}`);
  const note = await tx.query
    .selectFrom("lead_notes")
    .selectAll()
    .where("id", "=", noteId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!note) throw new DomainError("missing", "There is no such note.");
  return note;
}

async function insertEdit(tx: Writing, { id, body }: Note, { actor, now }: ActionContext): Promise<void> {
  const edit = { id: newId(), note_id: id, body, editor_id: actor.id, at: now.toISOString() };
  await tx.query.insertInto("lead_note_edits").values(edit).execute();
}
