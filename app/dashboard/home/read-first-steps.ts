import type { AuditAction } from "#app/domain/audit/actions.ts";
import { listAuditRows } from "#app/domain/audit/audit.ts";
import { areFirstStepsDismissed } from "#app/domain/company/first-steps.ts";
import { readSettingsNow, readSettingsVersion } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { hasPublishedEntry } from "#app/domain/content/staff-list/find-entries.ts";
import { sampleActor } from "#app/ops/sample/sample-content.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Setup step of a new site; completed when the site's data shows it. */
export interface FirstStep {
  title: string;
  hint: string;
  path: string;
  isDone: boolean;
  isOptional: boolean;
}

/** Setup steps for admins; null when all are done or dismissed. */
export async function readFirstSteps(db: Database): Promise<FirstStep[] | null> {
  if (await areFirstStepsDismissed(db)) return null;
  const steps = await listSteps(db);
  return steps.every(({ isDone, isOptional }) => isDone || isOptional) ? null : steps;
}

async function listSteps(db: Database): Promise<FirstStep[]> {
  const { version, settings } = await readSettingsNow(db);
  const saved = await readSettingsVersion(db, version);
  const isOwn = saved !== null && saved.savedBy !== sampleActor;
  return [
    {
      title: "Enter the company name",
      hint: "Shown on every page and in e-mails.",
      path: "/dashboard/settings/company",
      isDone: isOwn && settings.company.name !== "",
      isOptional: false,
    },
    {
      title: "Set the time zone",
      hint: settings.company.timeZone || "UTC is used until you choose one.",
      path: "/dashboard/settings/site",
      isDone: settings.company.timeZone !== "",
      isOptional: false,
    },
    {
      title: "Send a test e-mail",
      hint: "Check that messages and invitations arrive.",
      path: "/dashboard/settings/connections",
      isDone: await hasDone(db, "mail.test"),
      isOptional: false,
    },
    {
      title: "Import your content",
      hint: "From WordPress, Ghost or another Frontdesk.",
      path: "/dashboard/settings/import",
      isDone: await hasDone(db, "content.import"),
      isOptional: true,
    },
    {
      title: "Publish your first post",
      hint: "It appears on the blog at once.",
      path: `/dashboard/${blog.dashboard.add}`,
      isDone: await hasPublishedEntry(db, blog, sampleActor),
      isOptional: false,
    },
    {
      title: "Invite colleagues",
      hint: "Editors publish; admins also manage users and settings.",
      path: "/dashboard/user/invite",
      isDone: await hasDone(db, "invited"),
      isOptional: true,
    },
  ];
}

/** Whether the audit log has the action by anyone but the sample site. */
async function hasDone(db: Database, action: AuditAction): Promise<boolean> {
  const { rows } = await listAuditRows(db, { action, limit: 5 });
  return rows.some(({ actor }) => actor !== sampleActor);
}
