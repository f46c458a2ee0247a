import { ownParts } from "#app/accounts/staff/actor-names.ts";
import { listPeople } from "#app/accounts/staff/list-people.ts";
import { type SubjectKind, subjectKindOf } from "#app/audit/actions.ts";
import { type AuditFilter, listActions, listAuditRows } from "#app/audit/list-audit-rows.ts";
import type { Database } from "#app/database/database.ts";
import { momentOf } from "#app/text/moments.ts";
import { neighbours, readPageParam, readTextParam, withQuery } from "../parts/list-address.ts";
import type { Staff } from "../parts/require-screen.ts";
import { nameOfAction } from "./action-labels.ts";
import { describeActions } from "./describe-actions.ts";
import { nameSubjectOf } from "./find-subjects.ts";

/** What the audit shows, by its address. */
export async function readAudit({ db, request, timeZone }: Staff) {
  const url = new URL(request.url);
  const { filter, who, isUnknown } = await readAuditFilter(db, url, timeZone);
  const page = isUnknown ? nothing : await listAuditRows(db, { ...filter, ...readPageParam(url, 50) });
  return {
    who,
    isUnknown,
    groups: groupActions(await listActions(db)),
    action: filter.action ?? "",
    about: filter.subject ?? "",
    from: readTextParam(url, "from"),
    to: readTextParam(url, "to"),
    timeZone,
    isFiltered: Object.values(filter).some(Boolean) || isUnknown,
    actions: await describeActions(db, page.rows, "admin"),
    pager: neighbours(url, page),
    csv: withQuery(new URL(url.href.replace(/\/audit(\.data)?(?=\?|$)/, "/audit/csv")), {}),
  };
}

const nothing = { rows: [], next: null, previous: null };

/** The filters alone, for the list and for its CSV; `isUnknown` when nobody is meant by `who`. */
export async function readAuditFilter(db: Database, url: URL, timeZone: string) {
  const who = readTextParam(url, "who");
  const actor = who === "" ? undefined : await findActor(db, who);
  const midnight = (day: string) => momentOf(`${day}T00:00`, timeZone) ?? undefined;
  const filter: AuditFilter = {
    actor: actor ?? undefined,
    action: readTextParam(url, "action") || undefined,
    subject: readTextParam(url, "about") || undefined,
    from: midnight(readTextParam(url, "from")),
    to: midnight(dayAfter(readTextParam(url, "to"))),
  };
  return { filter, who, isUnknown: actor === null };
}

/** A person by id, e-mail address or name, or a part of the product; null when none or several are meant. */
async function findActor(db: Database, who: string): Promise<string | null> {
  if (/^[\da-f-]{36}$/.test(who) || parts.includes(who.toLowerCase())) return who.toLowerCase();
  const { rows } = await listPeople(db, { q: who, order: "seen", limit: 2 });
  return rows.length === 1 ? (rows[0]?.id ?? null) : null;
}

const parts = Object.keys(ownParts);

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
  settings: "Site",
  redirect: "Site",
  none: "Site",
};

/** What can be chosen, by the part of the dashboard it belongs to. */
function groupActions(actions: readonly string[]) {
  const named = actions.map((action) => ({
    action,
    area: areas[subjectKindOf(action)],
    name: nameOfAction(action, nameSubjectOf(action, false)),
  }));
  const sorted = named.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  const byArea = Map.groupBy(sorted, ({ area }) => area);
  return [...new Set(Object.values(areas))].flatMap((name) => {
    const choices = byArea.get(name);
    return choices ? [{ name, choices }] : [];
  });
}

function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? "" : new Date(at + 86_400_000).toISOString().slice(0, 10);
}
