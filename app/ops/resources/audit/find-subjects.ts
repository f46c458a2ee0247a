import { findAccountIds, findNames, findTokenNames } from "#app/domain/accounts/staff/actor-names.ts";
import { type SubjectKind, subjectKindOf } from "#app/domain/audit/actions.ts";
import type { AuditRow } from "#app/domain/audit/audit.ts";
import { listDetails } from "#app/domain/audit/audit.ts";
import { sections } from "#app/domain/company/sections.ts";
import { findCategoryNames } from "#app/domain/content/categories/categories.ts";
import { findKind, taxonomies } from "#app/domain/content/kinds.ts";
import { findHintRows, presentHint } from "#app/domain/content/staff-list/find-entries.ts";
import { findFileNames } from "#app/domain/files/library/library.ts";
import { findLeadNames } from "#app/domain/leads/lead.ts";
import { leadPath } from "#app/domain/leads/lead-kinds.ts";
import { findTemplateTitles } from "#app/domain/leads/workflow/templates.ts";
import { findMailSubjects } from "#app/domain/mail/outbox/handle-mail.ts";
import { findCampaignSubjects } from "#app/domain/newsletter/campaigns.ts";
import { findSubscriberAddresses } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { listWebhooks } from "#app/domain/webhooks/webhooks.ts";
import type { Database } from "#app/platform/database/database.ts";

export interface Named {
  name: string;
  path: string | null;
}

type Names = Map<string, Named>;

/** Names of the subjects by id; deleted ones have the name stored at deletion. */
export async function findSubjects(db: Database, rows: readonly AuditRow[]): Promise<Names> {
  const byKind = Map.groupBy(
    rows.filter(({ subject }) => subject !== ""),
    ({ action }) => subjectKindOf(action),
  );
  const found: Names = new Map();
  for (const [kind, some] of byKind) {
    const ids = [...new Set(some.map(({ subject }) => subject))];
    for (const [id, named] of await lookups[kind](db, ids)) found.set(id, named);
  }
  await addDeleted(db, rows, found);
  return found;
}

/** People and service tokens by id; invited people link to the list of people. */
export async function findPeopleById(db: Database, ids: readonly string[]): Promise<Names> {
  const names = await findNames(db, ids);
  const tokens = await findTokenNames(db, ids);
  const withAccount = await findAccountIds(db, [...names.keys()]);
  return new Map(
    [...names].map(([id, name]) => [
      id,
      {
        name: name || "an unnamed user",
        path: tokens.has(id)
          ? "/dashboard/tokens"
          : withAccount.has(id)
            ? `/dashboard/user/${id}`
            : "/dashboard/user",
      },
    ]),
  );
}

/** Generic subject of an action, for the filter. */
export function nameSubjectOf(action: string): string {
  const noun = nounOf(action);
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}

/** Generic name of a deleted subject without a stored name. */
export function nameGoneSubjectOf(action: string): string {
  return `a deleted ${nounOf(action)}`;
}

function nounOf(action: string): string {
  const kind = subjectKindOf(action);
  const entry = kind === "entry" ? findKind(action.slice(0, action.indexOf(".")))?.label.one : undefined;
  return entry?.toLowerCase() ?? nouns[kind];
}

const nouns: Record<SubjectKind, string> = {
  entry: "entry",
  category: "category",
  taxonomy: "list of categories",
  file: "file",
  settings: "section",
  newsletter: "newsletter",
  lead: "message or call",
  "reply-template": "saved reply",
  subscriber: "subscriber",
  redirect: "redirect",
  mail: "e-mail",
  person: "account",
  "service-token": "service token",
  webhook: "webhook",
  none: "subject",
};

const lookups: Record<SubjectKind, (db: Database, ids: string[]) => Promise<Names>> = {
  async entry(db, ids) {
    return named(await findHintRows(db, ids), (row) => ({
      name: row.title === "" ? "an entry without a title" : quote(row.title),
      path: presentHint(row)?.path ?? null,
    }));
  },
  async category(db, ids) {
    return named(await findCategoryNames(db, ids), ({ name, taxonomy }) => ({
      name: quote(name),
      path: pathOfTaxonomy(taxonomy),
    }));
  },
  async taxonomy(_, ids) {
    const known = taxonomies.filter(({ name }) => ids.includes(name));
    return new Map(
      known.map(({ name, label }) => [
        name,
        {
          name: label.toLowerCase(),
          path: pathOfTaxonomy(name),
        },
      ]),
    );
  },
  async file(db, ids) {
    return named(await findFileNames(db, ids), ({ id, name }) => ({
      name: quote(name),
      path: `/dashboard/files/${id}`,
    }));
  },
  async settings() {
    return new Map();
  },
  async newsletter(db, ids) {
    return named(await findCampaignSubjects(db, ids), ({ id, subject }) => ({
      name: `the newsletter ${quote(subject)}`,
      path: `/dashboard/newsletter/${id}`,
    }));
  },
  async lead(db, ids) {
    return named(await findLeadNames(db, ids), (row) => {
      const what = row.kind === "message" ? "the message" : "the call request";
      const who = row.name || row.email || row.phone;
      return {
        name: who ? `${what} from ${who}` : `${what} ${row.reference}`,
        path: row.erased_at === null ? leadPath(row) : null,
      };
    });
  },
  async "reply-template"(db, ids) {
    return named(await findTemplateTitles(db, ids), ({ title }) => ({
      name: quote(title),
      path: "/dashboard/usercontactdata/texts",
    }));
  },
  async subscriber(db, ids) {
    return named(await findSubscriberAddresses(db, ids), ({ id, email }) => ({
      name: email,
      path: `/dashboard/call/${id}`,
    }));
  },
  async redirect() {
    return new Map();
  },
  async mail(db, ids) {
    return named(await findMailSubjects(db, ids), ({ id, subject }) => ({
      name: quote(subject),
      path: `/dashboard/mail/${id}`,
    }));
  },
  person: findPeopleById,
  "service-token": findPeopleById,
  async webhook(db, ids) {
    const webhooks = (await listWebhooks(db)).filter(({ id }) => ids.includes(id));
    return named(webhooks, ({ id, url }) => ({
      name: `the webhook to ${new URL(url).host}`,
      path: `/dashboard/webhooks/${id}`,
    }));
  },
  async none() {
    return new Map();
  },
};

/** Name of changed settings, from the action's detail, because all settings share one row. */
export function nameSettings(subject: string, part: string): Named {
  if (subject === "leads") return { name: "for the inbox", path: "/dashboard/usercontactdata/rules" };
  const section = sections.find(({ name }) => name === part);
  return section
    ? { name: `“${section.title}”`, path: `/dashboard/settings/${section.name}` }
    : { name: "of the site", path: "/dashboard/settings" };
}

/** Actions whose detail is the name of the deleted record. */
const actionsWithName = [
  "file.purge",
  "newsletter.deleted",
  "category.delete",
  "category.merge",
  "reply-template.remove",
  "webhook.deleted",
];

async function addDeleted(db: Database, rows: readonly AuditRow[], found: Names): Promise<void> {
  const missing = rows.filter(({ action, subject }) => {
    const kind = subjectKindOf(action);
    return (
      !found.has(subject) &&
      ["entry", "file", "newsletter", "category", "reply-template", "webhook"].includes(kind)
    );
  });
  if (missing.length === 0) return;
  const ids = [...new Set(missing.map(({ subject }) => subject))];
  const entryKinds = [...new Set(missing.map(({ action }) => action.slice(0, action.indexOf("."))))];
  const actions = [...actionsWithName, ...entryKinds.flatMap((kind) => [`${kind}.delete`, `${kind}.undo`])];
  const details = await listDetails(db, ids, actions);
  for (const { subject, action, detail } of details) {
    const [name = ""] = action === "category.merge" ? detail.split(" → ") : [detail];
    if (name) found.set(subject, { name: quote(name), path: null });
  }
}

function pathOfTaxonomy(name: string): string | null {
  const taxonomy = taxonomies.find((one) => one.name === name);
  return taxonomy ? `/dashboard/${taxonomy.dashboard}` : null;
}

function named<Row extends { id: string }>(rows: readonly Row[], name: (row: Row) => Named): Names {
  return new Map(rows.map((row) => [row.id, name(row)]));
}

function quote(text: string): string {
  return `“${text}”`;
}
