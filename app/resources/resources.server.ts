import { auditLog } from "./audit/audit-log.ts";
import type { Resource } from "./define-resource.ts";
import { outgoingMail } from "./mail/outgoing-mail.ts";
import { invitations, people } from "./people/people.ts";
import { automaticRedirects, redirects } from "./redirects.ts";
import { subscribers } from "./subscribers/subscribers.ts";
import { trashed } from "./trash.ts";

/** Every list of records, in the order of the sidebar; never loaded by a browser. */
export const resources: readonly Resource[] = [
  subscribers,
  people,
  invitations,
  outgoingMail,
  auditLog,
  redirects,
  automaticRedirects,
  trashed,
];
