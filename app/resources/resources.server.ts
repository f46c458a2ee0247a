import { auditLog } from "./audit/audit-log.ts";
import { backups } from "./backups.ts";
import type { Resource } from "./define-resource.ts";
import { outgoingMail } from "./mail/outgoing-mail.ts";
import { invitations, people } from "./people/people.ts";
import { automaticRedirects, redirects } from "./redirects.ts";
import { serviceTokens } from "./service-tokens.ts";
import { subscribers } from "./subscribers/subscribers.ts";
import { trashed } from "./trash.ts";
import { deliveryLog } from "./webhooks/deliveries.ts";
import { webhookList } from "./webhooks/webhooks.ts";

/** Every list of records, in the order of the sidebar; never loaded by a browser. */
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
  trashed,
];
