import { z } from "zod";
import type { Schema } from "#app/platform/database/schema.ts";

/** A list of an export with unchanged rows of a database table, such as messages and the audit log. */
export interface RecordTable {
  /** Member of the JSON file; in a folder the file name without `.jsonl`. */
  list: string;
  table: RecordTableName;
  /** Schemas of the columns. */
  columns: Record<string, z.ZodType>;
  /** Columns with the id of an account. */
  people: readonly string[];
  /** Whether only exports with people include it. */
  isPersonal: boolean;
  /** Column of rich text, exported as Markdown. */
  richText: string | null;
  /** Columns with the id of a row in another table, which must exist. */
  rows: Record<string, RecordTableName>;
}

/** Tables with the key `id`, which an import retains. */
export type RecordTableName =
  | "users"
  | "leads"
  | "lead_events"
  | "lead_notes"
  | "lead_note_edits"
  | "lead_replies"
  | "reply_templates"
  | "subscribers"
  | "newsletters"
  | "audit";

const text = z.string().max(1_000_000);
const id = z.string().min(1).max(200);
const count = z.int().min(0);
const flag = z.literal([0, 1]);
const moment = z.iso.datetime("Write a time such as 2026-03-01T10:00:00.000Z");
const momentOrEmpty = z.union([moment, z.literal("")]);

type Columns<Name extends RecordTableName> = Record<keyof Schema[Name], z.ZodType>;

const users: Columns<"users"> = {
  id,
  name: text,
  email: text,
  email_key: text,
  email_verified: flag,
  image: z.null(),
  phone: text,
  role: z.enum(["member", "editor", "admin"]),
  role_since: moment,
  banned: flag,
  created_at: moment,
  updated_at: moment,
  deletes_at: moment.nullable(),
  last_seen_at: text,
  consent_text: text,
  consented_at: momentOrEmpty,
};

const leads: Columns<"leads"> = {
  id,
  kind: z.enum(["message", "call"]),
  reference: id,
  name: text,
  email: text,
  email_key: text,
  phone: text,
  company: text,
  service: text,
  message: text,
  best_time: text,
  topic: text,
  tries: count,
  status: z.enum(["new", "open", "waiting", "closed", "spam"]),
  assignee_id: id.nullable(),
  sort_date: moment,
  snoozed_until: moment.nullable(),
  answered_at: moment.nullable(),
  answer_minutes: count.nullable(),
  closed_at: moment.nullable(),
  merged_into: id.nullable(),
  erased_at: moment.nullable(),
  consent_text: text,
  source_path: text,
  referrer: text,
  network: text,
  user_agent: text,
  spam_reasons: text,
  idempotency_key: text.nullable(),
  fingerprint: text,
  created_at: moment,
  updated_at: moment,
};

const leadEvents: Columns<"lead_events"> = {
  id,
  lead_id: id,
  kind: text,
  actor: text,
  detail: text,
  at: moment,
};

const leadNotes: Columns<"lead_notes"> = {
  id,
  lead_id: id,
  body: text,
  author_id: text,
  created_at: moment,
  updated_at: moment,
  deleted_at: moment.nullable(),
};

const leadNoteEdits: Columns<"lead_note_edits"> = {
  id,
  note_id: id,
  body: text,
  editor_id: text,
  at: moment,
};

const leadReplies: Columns<"lead_replies"> = {
  id,
  lead_id: id,
  mail_id: text,
  body: text,
  author_id: text,
  created_at: moment,
  idempotency_key: text.nullable(),
};

const replyTemplates: Columns<"reply_templates"> = {
  id,
  title: text,
  body: text,
  created_at: moment,
  updated_at: moment,
};

const subscribers: Columns<"subscribers"> = {
  id,
  reference: id,
  email: text,
  email_key: text,
  status: z.enum(["pending", "confirmed", "unsubscribed", "bounced", "complained", "spam"]),
  consent_text: text,
  source_path: text,
  network: text,
  user_agent: text,
  spam_reasons: text,
  idempotency_key: text.nullable(),
  fingerprint: text,
  created_at: moment,
  updated_at: moment,
  consented_at: moment,
  confirmed_at: moment.nullable(),
  confirmed_by: z.enum(["", "link", "account", "import"]),
  ended_at: moment.nullable(),
  ended_by: z.enum(["", "link", "one-click", "account", "staff", "mail-server"]),
  ended_reason: text,
  status_before: text,
  bounces: count,
  unsubscribe_token: id,
  confirm_token: id,
};

const newsletters: Columns<"newsletters"> = {
  id,
  subject: text,
  preview: text,
  body: text,
  slug: text,
  slug_key: id.nullable(),
  state: z.enum(["draft", "scheduled", "sending", "paused", "sent", "cancelled"]),
  version: z.int().min(1),
  is_public: flag,
  author_id: id.nullable(),
  created_at: moment,
  updated_at: moment,
  send_at: moment.nullable(),
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
  next_batch_at: moment.nullable(),
  cursor: text,
  total: count,
  sent: count,
  stored: count,
  failed: count,
  cancelled: count,
  unsubscribed: count,
  note: text,
};

const audit: Columns<"audit"> = {
  id,
  at: moment,
  actor: text,
  action: text,
  subject: text,
  detail: text,
  request_id: text,
};

/** Tables in insertion order: referenced tables come first. */
export const recordTables: readonly RecordTable[] = [
  personal("people", "users", users, {}),
  personal("leads", "leads", leads, { people: ["assignee_id"] }),
  personal("lead-events", "lead_events", leadEvents, { people: ["actor"], rows: { lead_id: "leads" } }),
  personal("lead-notes", "lead_notes", leadNotes, { people: ["author_id"], rows: { lead_id: "leads" } }),
  personal("lead-note-edits", "lead_note_edits", leadNoteEdits, {
    people: ["editor_id"],
    rows: { note_id: "lead_notes" },
  }),
  personal("lead-replies", "lead_replies", leadReplies, {
    people: ["author_id"],
    rows: { lead_id: "leads" },
  }),
  personal("reply-templates", "reply_templates", replyTemplates, {}),
  personal("subscribers", "subscribers", subscribers, {}),
  {
    list: "newsletters",
    table: "newsletters",
    columns: newsletters,
    people: ["author_id"],
    rows: {},
    isPersonal: false,
    richText: "body",
  },
  personal("audit", "audit", audit, { people: ["actor"] }),
];

function personal(
  list: string,
  table: RecordTableName,
  columns: RecordTable["columns"],
  { people = [], rows = {} }: Partial<Pick<RecordTable, "people" | "rows">>,
): RecordTable {
  return { list, table, columns, people, rows, isPersonal: true, richText: null };
}
