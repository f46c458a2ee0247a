import { auditLog } from "./audit/audit-log.ts";
import { backups } from "./backups.ts";
import type { Resource } from "./define-resource.ts";
import { outgoingMail } from "./mail/outgoing-mail.ts";
import { invitations, people } from "./people/people.ts";
import { automaticRedirects, importedRedirects, redirects } from "./redirects.ts";
import { serviceTokens } from "./service-tokens.ts";
import { subscribers } from "./subscribers/subscribers.ts";
import { trashed } from "./trash.ts";
import { deliveryLog, webhookList } from "./webhooks.ts";

/** All lists of records in sidebar order; server only. */
export const resources: readonly Resource[] = [
  subscribers,
  people,
  invitations,
  outgoingMail,
  serviceTokens,
  webhookList,
  deliveryLog,
  auditLog,
  backups,
  redirects,
  automaticRedirects,
  importedRedirects,
  trashed,
];

/** Routes of all lists below `dashboard`, with their roles; lists with the same address share one. */
export const resourceScreens = [...Map.groupBy(resources, ({ path }) => path).values()].flatMap((sharing) =>
  sharing.slice(0, 1).flatMap(({ name, path, role, screen }) => [
    { id: `dashboard/resources/${name}`, path, role, file: screen ?? "dashboard/resources/list.tsx" },
    ...(sharing.some(({ exportCsv }) => exportCsv)
      ? [
          {
            id: `dashboard/resources/${name}-csv`,
            path: `${path}/csv`,
            role,
            file: "dashboard/resources/csv.ts",
          },
        ]
      : []),
  ]),
);
