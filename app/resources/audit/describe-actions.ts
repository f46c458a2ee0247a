import { ownParts } from "#app/accounts/staff/actor-names.ts";
import { subjectKindOf } from "#app/audit/actions.ts";
import type { AuditRow } from "#app/audit/list-audit-rows.ts";
import type { Database } from "#app/database/database.ts";
import { type ActionDetail, phraseOf } from "./action-labels.ts";
import { findPeopleById, findSubjects, type Named, nameSettings, nameSubjectOf } from "./find-subjects.ts";

/** One action as a sentence: who, what they did before and after its name, and where that is looked at. */
export interface DescribedAction {
  id: string;
  at: string;
  action: string;
  actor: { id: string; name: string; path: string | null };
  before: string;
  subject: { id: string; name: string; path: string | null } | null;
  after: string;
  requestId: string;
  network: string;
}

/**
 * What was done, in sentences; names are looked up once for all of them.
 * @param role of whoever reads them: nothing leads an editor to a screen for admins
 */
export async function describeActions(
  db: Database,
  rows: readonly AuditRow[],
  role: "editor" | "admin",
): Promise<DescribedAction[]> {
  const details = rows.map(({ detail }) => readDetail(detail));
  const people = await findPeopleById(db, [
    ...rows.map(({ actor }) => actor),
    ...details.map(({ to }) => to),
  ]);
  const subjects = await findSubjects(db, rows);
  const described = rows.map((row, at) => describe(row, details[at] ?? noDetail, people, subjects));
  return role === "admin" ? described : described.map(withoutAdminPaths);
}

function withoutAdminPaths({ actor, subject, ...row }: DescribedAction): DescribedAction {
  return {
    ...row,
    actor: { ...actor, path: openToEditors(actor.path) },
    subject: subject && { ...subject, path: openToEditors(subject.path) },
  };
}

function openToEditors(path: string | null): string | null {
  return path !== null && /^\/dashboard\/(user|tokens|webhooks|settings|mail)(\/|$)/.test(path) ? null : path;
}

function describe(
  row: AuditRow,
  { network, ...detail }: RowDetail,
  people: Map<string, Named>,
  subjects: Map<string, Named>,
): DescribedAction {
  const { id, at, action, requestId } = row;
  const phrase = phraseOf(action) ?? ((name: string) => `${action.replaceAll(/[.-]/g, " ")}: ${name}`);
  const named =
    people.get(detail.to)?.name ?? (detail.to.length === 36 ? "somebody who has left" : detail.to);
  const to = detail.to !== "" && detail.to === row.actor ? "themselves" : named;
  const [before = "", after] = phrase(gap, { ...detail, to }).split(gap);
  const actor = people.get(row.actor) ?? { name: ownParts[row.actor] ?? "Somebody who has left", path: null };
  return {
    id,
    at,
    action,
    requestId,
    network,
    before: before.trim(),
    after: after ?? "",
    actor: { id: row.actor, ...actor },
    subject: after === undefined ? null : { id: row.subject, ...nameSubject(row, detail, subjects) },
  };
}

function nameSubject(row: AuditRow, { words }: ActionDetail, subjects: Map<string, Named>): Named {
  if (subjectKindOf(row.action) === "settings") return nameSettings(row.subject, words);
  if (row.subject === row.actor && row.subject !== "") return { name: "their own account", path: null };
  if (row.subject === "") return { name: "an unknown account", path: null };
  return subjects.get(row.subject) ?? { name: nameSubjectOf(row.action, true), path: null };
}

/** Stands for the name while the words around it are found; no text of people holds it. */
const gap = "\u0000";

type RowDetail = ActionDetail & { network: string };

const noDetail: RowDetail = {
  words: "",
  from: "",
  to: "",
  network: "",
};

/** A detail is words, or a record of them. */
function readDetail(detail: string): RowDetail {
  const record = parseRecord(detail);
  if (record === null) return { ...noDetail, words: detail };
  const part = (name: string) => {
    const value: unknown = record[name];
    return typeof value === "string" ? value : "";
  };
  const target = part("path") || part("url") || ("entry" in record ? "an entry" : "");
  return {
    words: target
      ? `${part("from")} → ${target}`
      : withTimes(part("detail") || part("address"), record.times),
    from: part("from"),
    to: part("to"),
    network: part("network"),
  };
}

/** What was tried again and again within an hour is one row. */
function withTimes(words: string, times: unknown): string {
  return typeof times === "number" && times > 1 ? `${words} (${times} times)`.trim() : words;
}

function parseRecord(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}
