import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { plainText } from "#app/text/plain-text.ts";
import type { StaffEntry } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { readRow, readVersion } from "../versions/read-versions.ts";
import { checkBeforePublish, type Finding } from "./publish-rules.ts";
import { publish, schedule } from "./publishing.ts";

export interface CheckedContext extends ActionContext {
  publicUrl: URL;
  /** Why it is published over the errors that the check found; needed only then, and kept in the audit. */
  reason?: string | undefined;
}

/**
 * Publishes the newest version if the check finds no error in it, or a reason is given. Otherwise throws a DomainError whose
 * reason is "check-failed": its fields name the errors and `reason`, its detail holds all findings.
 */
export async function publishChecked<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: CheckedContext,
): Promise<StaffEntry<K>> {
  const { actor, now } = actionContext;
  const detail = await passCheck(tx, kind, id, actionContext);
  return publish(tx, kind, id, { actor, now, detail });
}

/** The same for a moment to come: what is not good enough to publish is not scheduled either. */
export async function scheduleChecked<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  times: { publishAt: string | null; unpublishAt: string | null },
  actionContext: CheckedContext,
): Promise<StaffEntry<K>> {
  const { actor, now } = actionContext;
  const detail = times.publishAt === null ? "" : await passCheck(tx, kind, id, actionContext);
  return schedule(tx, kind, id, times, { actor, now, detail });
}

/** What the audit keeps of the check; empty when there was nothing against it. */
async function passCheck(
  tx: Writing,
  kind: Kind,
  id: string,
  actionContext: CheckedContext,
): Promise<string> {
  await tx.engine.lock(tx.query, `entry:${id}`);
  const row = await readRow(tx, kind, id);
  const { data } = await readVersion(tx, kind, id, row.latest_version);
  const findings = await checkBeforePublish(tx, kind, data, actionContext);
  const errors = findings.filter(({ level }) => level === "error");
  if (errors.length === 0) return "";
  const reason = readReason(actionContext.reason);
  if (reason === "") throw refuseUnchecked(errors, findings);
  const told = errors.map(({ field, message }) => `${field}: ${message}`).join(" ");
  return `Over ${count(errors)}, because: ${reason} (${told.slice(0, 1500)})`;
}

function readReason(given = ""): string {
  const read = plainText({ max: 500, lines: true }).safeParse(given);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map(({ message }) => ({ path: ["reason"], message })));
}

function refuseUnchecked(errors: Finding[], findings: Finding[]): DomainError {
  const fields: Record<string, string> = {
    reason: "Mend what is wrong, or say why this is published all the same.",
  };
  for (const { field, message } of errors) fields[field] ??= message;
  return new DomainError("invalid", `The check found ${count(errors)}.`, {
    fields,
    detail: findings,
    reason: "check-failed",
  });
}

function count(errors: Finding[]): string {
  return errors.length === 1 ? "one error" : `${errors.length} errors`;
}
