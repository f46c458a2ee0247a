import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { type LeadKind, selectLeads } from "../lead.ts";
import type { Status } from "../workflow/statuses.ts";

/** One line of a list. */
export interface InboxRow {
  id: string;
  reference: string;
  name: string;
  email: string;
  phone: string;
  company: string;
  service: string;
  bestTime: string;
  /** The beginning of what was written. */
  beginning: string;
  status: Status;
  assignee: { id: string; name: string } | null;
  createdAt: string;
  surfacedAt: string;
  snoozedUntil: string | null;
  answeredAt: string | null;
  spamReasons: string;
  /** Of a call request: how often nobody was reached. */
  tries: number;
}

/** The lines of these ids, in their order. */
export async function readRows(db: Database, kind: LeadKind, ids: readonly string[]): Promise<InboxRow[]> {
  if (ids.length === 0) return [];
  const rows = await selectLeads(db, kind)
    .leftJoin("users", "users.id", "lead.assignee_id")
    .select([
      ...(["lead.id", "lead.reference", "lead.name", "lead.email", "lead.phone", "lead.status"] as const),
      ...(["lead.assignee_id", "lead.created_at", "lead.surfaced_at", "lead.snoozed_until"] as const),
      ...(["lead.answered_at", "lead.spam_reasons", "users.name as assignee"] as const),
    ])
    .select(ownColumns(kind))
    .where("lead.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, presentRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What one kind has and the other has not is empty. */
function ownColumns(kind: LeadKind) {
  const text = (column: string | null) =>
    column === null ? sql<string>`''` : sql<string>`substr(${sql.ref(`lead.${column}`)}, 1, 200)`;
  const isMessage = kind === "messages";
  return [
    text(isMessage ? "company" : null).as("company"),
    text(isMessage ? "service" : null).as("service"),
    text(isMessage ? null : "best_time").as("best_time"),
    text(isMessage ? "message" : "topic").as("beginning"),
    (isMessage ? sql<number>`0` : sql<number>`${sql.ref("lead.tries")}`).as("tries"),
  ];
}

type Read = {
  [Key in
    | "id"
    | "reference"
    | "name"
    | "email"
    | "phone"
    | "company"
    | "service"
    | "best_time"
    | "beginning"]: string;
} & {
  status: Status;
  assignee_id: string | null;
  assignee: string | null;
  created_at: string;
  surfaced_at: string;
  snoozed_until: string | null;
  answered_at: string | null;
  spam_reasons: string;
  tries: number;
};

function presentRow(row: Read): InboxRow {
  const { id, reference, name, email, phone, company, service, status, tries } = row;
  return {
    id,
    reference,
    name,
    email,
    phone,
    company,
    service,
    status,
    tries: Number(tries),
    bestTime: row.best_time,
    beginning: row.beginning.replace(/\s+/g, " ").trim(),
    assignee: row.assignee_id ? { id: row.assignee_id, name: row.assignee ?? "" } : null,
    createdAt: row.created_at,
    surfacedAt: row.surfaced_at,
    snoozedUntil: row.snoozed_until,
    answeredAt: row.answered_at,
    spamReasons: row.spam_reasons,
  };
}
