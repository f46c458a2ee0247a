import { z } from "zod";
import { systemActors } from "#app/domain/accounts/staff/actor-names.ts";
import { listPeople } from "#app/domain/accounts/staff/read-people.ts";
import { type SubjectKind, subjectKindOf } from "#app/domain/audit/actions.ts";
import { type AuditFilter, type AuditRow, listActions, listAuditRows } from "#app/domain/audit/audit.ts";
import { momentOf, stampMoment } from "#app/lib/text/moments.ts";
import { searchWords } from "#app/lib/text/words.ts";
import { defineResource } from "#app/ops/resources/define-resource.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type DescribedAction, describeActions, nameOfAction } from "./describe-actions.ts";
import { nameSubjectOf } from "./find-subjects.ts";

const path = "/dashboard/audit";
const moment = z.iso.datetime("Enter a moment in UTC, such as 2026-03-01T00:00:00Z");

/** Audit log, newest first. */
export const auditLog = defineResource({
  name: "audit",
  title: "Audit log",
  path: "audit",
  role: "admin",
  isInMenu: true,
  pageSize: 50,
  filters: {
    who: { type: "text", label: "Person", placeholder: "Name or e-mail" },
    action: { type: "select", label: "Activity", all: "All activity", choices: ({ db }) => nameActions(db) },
    from: { type: "day", label: "From" },
    to: { type: "day", label: "To" },
    about: { type: "link" },
  },
  async list({ db, timeZone }, values, page) {
    const actor = await findActor(db, values.who);
    if (actor === null) return { rows: [], next: null, previous: null };
    const found = await listAuditRows(db, { ...filterOf(values, timeZone), actor, ...page });
    const described = await describeActions(db, found.rows, "admin");
    return { ...found, rows: described.map((row, at) => ({ ...row, recorded: found.rows[at] })) };
  },
  async empty(values, _, { db }) {
    if (Object.values(values).every((value) => value === "")) return { title: "No activity yet" };
    const isUnknown = (await findActor(db, values.who)) === null;
    return {
      title: isUnknown ? `“${values.who}” does not match one person` : "No activity matches these filters",
      text: isUnknown
        ? "Enter the whole e-mail address, or more of the name."
        : "Remove a filter, or choose a longer time.",
      link: { name: "Clear filters", to: path },
    };
  },
  pagerWords: { previous: "Newer", next: "Older" },
  rowId: ({ id }) => id,
  rowName: (row) => sentenceOf(row),
  columns: [
    {
      name: "Activity",
      isMain: true,
      cell: ({ subject, ...row }) => [
        linkTo(row.actor),
        ` ${row.before} `,
        ...(subject ? [linkTo(subject)] : []),
        row.after,
        ...(subject?.id
          ? [
              " ",
              {
                icon: "list-filter" as const,
                to: `${path}?about=${encodeURIComponent(subject.id)}`,
                label: `Show only ${subject.name}`,
              },
            ]
          : []),
      ],
    },
    {
      name: ({ timeZone }) => `Time (${timeZone})`,
      isOneLine: true,
      cell: ({ at }, { timeZone }) => ({ at, written: stampMoment(at, timeZone) }),
    },
    { name: "Network", hidesOn: "tablet", isNumber: true, cell: ({ network }) => network },
    {
      name: "Request",
      hidesOn: "tablet",
      isNumber: true,
      cell: ({ requestId }) => ({ small: requestId.slice(0, 8) }),
    },
  ],
  csv: {
    label: "Export as CSV",
    file: "audit",
    action: "audit.export",
    detail: (count) => `${count} rows`,
    maxRows: 20_000,
    isAlwaysOffered: true,
    columns: [
      { name: "Time (UTC)", value: ({ at }) => at },
      { name: "Person", value: ({ actor }) => actor.name },
      {
        name: "Activity",
        value: ({ before, subject, after }) =>
          [before, subject?.name ?? "", after].join(" ").replace(/ {2,}/g, " ").trim(),
      },
      { name: "Action", value: ({ action }) => action },
      { name: "Subject ID", value: ({ recorded }) => recorded?.subject ?? "" },
      { name: "Detail", value: ({ recorded }) => recorded?.detail ?? "" },
      { name: "Network", value: ({ network }) => network },
      { name: "Request ID", value: ({ requestId }) => requestId },
    ],
  },
  api: {
    path: "/audit",
    operation: "listAudit",
    group: "Audit",
    summary: "The audit log, newest first",
    itemName: "Action",
    listName: "ActionList",
    item: z.strictObject({
      _id: z.string(),
      at: z.iso.datetime(),
      actor: z.string().meta({ description: "Id of a person, or a part of the product" }),
      action: z.string(),
      subject: z.string(),
      detail: z.string(),
      requestId: z.string(),
    }),
    query: {
      actor: searchWords,
      action: searchWords,
      subject: searchWords,
      from: moment.optional(),
      to: moment.optional().meta({ description: "Exclusive" }),
    },
    list: (db, query, page) => listAuditRows(db, { ...query, ...page }),
    show: ({ id, ...row }: AuditRow) => ({ _id: id, ...row }),
  },
});

function sentenceOf({ actor, before, subject, after }: DescribedAction): string {
  return `${actor.name} ${before} ${subject?.name ?? ""}${after}`;
}

function linkTo({ name, path: to }: { name: string; path: string | null }) {
  return to === null ? name : ({ text: name, to, direction: "auto" } as const);
}

type Values = Record<"action" | "from" | "to" | "about", string>;

function filterOf({ action, from, to, about }: Values, timeZone: string): AuditFilter {
  const midnight = (day: string) => momentOf(`${day}T00:00`, timeZone) ?? undefined;
  return {
    action: action || undefined,
    subject: about || undefined,
    from: midnight(from),
    to: midnight(dayAfter(to)),
  };
}

/** Id of an actor by id, e-mail address or name; undefined if unknown, null if ambiguous. */
async function findActor(db: Database, who: string): Promise<string | null | undefined> {
  if (who === "") return undefined;
  if (/^[\da-f-]{36}$/.test(who) || Object.hasOwn(systemActors, who.toLowerCase())) return who.toLowerCase();
  const { rows } = await listPeople(db, { q: who, order: "seen", limit: 2 });
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

const areas: Record<SubjectKind, string> = {
  entry: "Content",
  category: "Content",
  taxonomy: "Content",
  file: "Files",
  lead: "Inbox",
  "reply-template": "Inbox",
  newsletter: "Newsletter",
  subscriber: "Newsletter",
  mail: "E-mails",
  person: "Accounts",
  "service-token": "Accounts",
  webhook: "Site",
  settings: "Site",
  redirect: "Site",
  none: "Site",
};

/** Filter choices, grouped by area of the dashboard. */
async function nameActions(db: Database) {
  const order = [...new Set(Object.values(areas))];
  const choices = (await listActions(db)).map((action) => ({
    value: action,
    group: areas[subjectKindOf(action)],
    name: nameOfAction(action, nameSubjectOf(action)),
  }));
  return choices
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"))
    .toSorted((one, other) => order.indexOf(one.group) - order.indexOf(other.group));
}

function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? "" : new Date(at + 86_400_000).toISOString().slice(0, 10);
}
