import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import { findMerged, type Lead, textOfLead } from "../lead.ts";
import { type LeadKind, type Status, statuses, statusNames } from "../lead-kinds.ts";
import { detailOf, type LeadEvent, type LeadEventKind } from "../workflow/lead-events.ts";
import { nameActors } from "../workflow/staff.ts";
import type { ReplyDelivery } from "./describe-delivery.ts";

interface Item {
  id: string;
  at: string;
}

/** Entry of a lead's timeline. */
export type TimelineItem =
  | (Item & { type: "text"; reference: string; text: string })
  | (Item & { type: "reply"; author: string; authorId: string; text: string; delivery: ReplyDelivery })
  | (Item & { type: "note"; author: string; text: string; edits: NoteEdit[] })
  | (Item & { type: "event"; who: string; words: string });

/** Earlier version of a note. */
export interface NoteEdit {
  id: string;
  at: string;
  editor: string;
  text: string;
}

const formerUser = "Somebody who has left";

export async function readTimeline(db: Database, lead: Lead): Promise<TimelineItem[]> {
  const texts = [lead, ...(await findMerged(db, [lead.id]))];
  const ids = texts.map(({ id }) => id);
  const [replies, notes, edits, events] = await Promise.all([
    readRows(db, "lead_replies", ids),
    readNotes(db, ids),
    readEdits(db, ids),
    readEvents(db, lead.id),
  ]);
  const authors = [replies, notes].flatMap((rows) => rows.map(({ author_id }) => author_id));
  const others = [
    ...events.map(({ actor }) => actor),
    ...edits.map(({ editor_id }) => editor_id),
    ...assigneesIn(events),
  ];
  const names = await nameActors(db, [...authors, ...others]);
  const nameOf = (id: string) => names.get(id) ?? formerUser;
  const deliveries = await readDeliveries(
    db,
    replies.map(({ mail_id }) => mail_id),
  );
  const items: TimelineItem[] = [
    ...texts.map((one) => ({
      type: "text" as const,
      id: one.id,
      at: one.created_at,
      reference: one.reference,
      text: textOfLead(one),
    })),
    ...replies.map(({ id, created_at, author_id, body, mail_id }) => ({
      type: "reply" as const,
      id,
      at: created_at,
      author: nameOf(author_id),
      authorId: author_id,
      text: body,
      delivery: deliveries.get(mail_id) ?? unknownDelivery,
    })),
    ...notes.map(({ id, created_at, author_id, body }) => ({
      type: "note" as const,
      id,
      at: created_at,
      author: nameOf(author_id),
      text: body,
      edits: edits
        .filter(({ note_id }) => note_id === id)
        .map((edit) => ({ id: edit.id, at: edit.at, editor: nameOf(edit.editor_id), text: edit.body })),
    })),
    ...events.flatMap((event) => {
      const words = describeEvent(event, nameOf);
      const who = event.actor === "" ? "The site" : nameOf(event.actor);
      return words === null ? [] : [{ type: "event" as const, id: event.id, at: event.at, who, words }];
    }),
  ];
  return items.sort((one, other) =>
    one.at === other.at ? compare(one.id, other.id) : compare(one.at, other.at),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function readRows(db: Database, table: "lead_replies", ids: string[]) {
  return db.query.selectFrom(table).selectAll().where("lead_id", "in", ids).orderBy("id").execute();
}

function readNotes(db: Database, ids: string[]) {
  return db.query
    .selectFrom("lead_notes")
    .selectAll()
    .where("lead_id", "in", ids)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

function readEdits(db: Database, ids: string[]) {
  return db.query
    .selectFrom("lead_note_edits")
    .innerJoin("lead_notes", "lead_notes.id", "lead_note_edits.note_id")
    .selectAll("lead_note_edits")
    .where("lead_notes.lead_id", "in", ids)
    .orderBy("lead_note_edits.id")
    .execute();
}

function readEvents(db: Database, id: string) {
  return db.query
    .selectFrom("lead_events")
    .selectAll()
    .where("lead_id", "=", id)
    .orderBy("id")
    .limit(500)
    .execute();
}

/** Returns the assignees named in events. */
function assigneesIn(events: { kind: string; detail: string }[]): string[] {
  return events.flatMap(({ kind, detail }) => {
    const to: unknown = kind === "assigned" ? JSON.parse(detail).to : null;
    return typeof to === "string" ? [to] : [];
  });
}

/** Describes an event in words that follow a name, such as "closed it"; null if the timeline shows it otherwise. */
function describeEvent(event: LeadEvent, nameOf: (id: string) => string): string | null {
  const detail = detailOf(event);
  const text = (key: string) => (typeof detail[key] === "string" ? detail[key] : "");
  const words: Record<LeadEventKind, () => string | null> = {
    arrived: () => (detail.isSpam === true ? "marked it as spam" : null),
    "wrote-again": () => `reopened it: the sender wrote again (${text("reference")})`,
    status: () => describeStatus(text("to")),
    assigned: () => describeAssignment(event.actor, text("to"), nameOf),
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
    "took-in": () => `merged ${text("reference")} here`,
    parted: () => "unmerged it",
    restored: () => "undid a change",
  };
  const describe = Object.entries(words).find(([kind]) => kind === event.kind)?.[1];
  return describe ? describe() : null;
}

function describeAssignment(actor: string, to: string, nameOf: (id: string) => string): string {
  if (to === "") return "unassigned it";
  return to === actor ? "assigned this to themselves" : `assigned it to ${nameOf(to)}`;
}

function describeStatus(to: string): string {
  const status = statuses.find((one): one is Status => one === to);
  if (status === "closed") return "closed it";
  return status ? `moved it to ${statusNames[status]}` : "changed its status";
}

/** Other lead from the same address. */
export interface Sibling {
  kind: LeadKind;
  id: string;
  reference: string;
  at: string;
  status: Status;
  text: string;
  answeredAt: string | null;
}

const maxSiblings = 20;

/** Lists other leads from the same address, newest first. */
export async function listSiblings({ query }: Database, lead: Lead): Promise<Sibling[]> {
  if (lead.email_key === "") return [];
  const rows = await query
    .selectFrom("leads")
    .select([
      "id",
      "kind",
      "reference",
      "created_at",
      "status",
      "answered_at",
      // Either column is empty.
      sql<string>`substr(message || topic, 1, 2000)`.as("text"),
    ])
    .where("email_key", "=", lead.email_key)
    .where("id", "<>", lead.id)
    .where("merged_into", "is", null)
    .orderBy("created_at", "desc")
    .limit(maxSiblings)
    .execute();
  return rows.map(({ created_at, answered_at, ...row }) => ({
    ...row,
    at: created_at,
    answeredAt: answered_at,
  }));
}

/** Reads the delivery of mails by id; mails that were deleted after their retention are missing. */
async function readDeliveries(
  db: Database,
  mailIds: readonly (string | null)[],
): Promise<Map<string, ReplyDelivery>> {
  const ids = mailIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db.query
    .selectFrom("outbox")
    .select(["id", "status", "attempts", "next_attempt_at", "last_error", "sent_at"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map(({ id, status, attempts, next_attempt_at, last_error, sent_at }) => [
      id,
      {
        // Only bulk mail is scheduled.
        state: status === "scheduled" ? "waiting" : status,
        at: status === "waiting" ? next_attempt_at : sent_at,
        tries: attempts,
        error: last_error,
      },
    ]),
  );
}

const unknownDelivery: ReplyDelivery = { state: "long-gone", at: null, tries: 0, error: "" };

/** Mail sent because of a lead. */
export interface NoticeSent {
  id: string;
  /** Whether it went to the sender of the lead, not to staff. */
  isReceipt: boolean;
  recipient: string;
  delivery: ReplyDelivery;
}

export async function readNotices(db: Database, leadId: string): Promise<NoticeSent[]> {
  const rows = await db.query
    .selectFrom("notices")
    .select(["id", "event", "recipient", "mail_id", "due_at", "created_at"])
    .where("subject_id", "=", leadId)
    .orderBy("id")
    .execute();
  const deliveries = await readDeliveries(
    db,
    rows.map(({ mail_id }) => mail_id),
  );
  return rows.map(({ id, event, recipient, mail_id, due_at }) => ({
    id,
    recipient,
    isReceipt: event === "receipt",
    delivery: mail_id === null ? withoutMail(due_at) : (deliveries.get(mail_id) ?? unknownDelivery),
  }));
}

function withoutMail(dueAt: string | null): ReplyDelivery {
  return { state: dueAt === null ? "held-back" : "in-summary", at: dueAt, tries: 0, error: "" };
}
