import { auditLog } from "./audit/audit-log.ts";
import type { Resource } from "./define-resource.ts";
import { automaticRedirects, redirects } from "./redirects.ts";
import { trashed } from "./trash.ts";

/** Every list of records, in the order of the sidebar; never loaded by a browser. */
export const resources: readonly Resource[] = [auditLog, redirects, automaticRedirects, trashed];
