import type { Selectable } from "kysely";
import { z } from "zod";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { ReplyTemplateTable } from "#app/platform/database/tables/leads.ts";
import { newId } from "#app/platform/runtime/id.ts";

export type ReplyTemplate = Selectable<ReplyTemplateTable>;

export const templateSchema = z.strictObject({
  title: plainText({ max: 80 }).pipe(z.string().min(1, "Give it a name")),
  body: plainText({ max: 10_000, lines: true }).pipe(z.string().min(1, "Write the text")),
});

const maxTemplates = 100;

export function listReplyTemplates(db: Database): Promise<ReplyTemplate[]> {
  return db.query
    .selectFrom("reply_templates")
    .selectAll()
    .orderBy("title")
    .orderBy("id")
    .limit(maxTemplates)
    .execute();
}

/** Finds the titles of templates, in no particular order. */
export async function findTemplateTitles(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<ReplyTemplate, "id" | "title">[]> {
  return query.selectFrom("reply_templates").select(["id", "title"]).where("id", "in", ids).execute();
}

/** Creates or changes a template; returns its id. */
export async function saveTemplate(
  tx: Writing,
  id: string | null,
  input: unknown,
  actionContext: ActionContext,
): Promise<string> {
  const values = checkInput(templateSchema, input);
  const at = actionContext.now.toISOString();
  const row = { id: id ?? newId(), ...values, updated_at: at };
  if (id === null) {
    if ((await listReplyTemplates(tx)).length >= maxTemplates)
      throw new DomainError("invalid", `There are ${maxTemplates} texts; delete one first.`);
    await tx.query
      .insertInto("reply_templates")
      .values({ ...row, created_at: at })
      .execute();
  } else await changeTemplate(tx, id, row);
  await recordAudit(tx, actionContext.actor, "reply-template.save", row.id, values.title);
  return row.id;
}

async function changeTemplate(tx: Writing, id: string, row: Partial<ReplyTemplate>): Promise<void> {
  const changed = await tx.query
    .updateTable("reply_templates")
    .set(row)
    .where("id", "=", id)
    .executeTakeFirst();
  if (Number(changed.numUpdatedRows) === 0)
    throw new DomainError("missing", "There is no such text any more.");
}

/** Deletes a template; returns it for undo. */
export async function removeTemplate(
  tx: Writing,
  id: string,
  actionContext: ActionContext,
): Promise<ReplyTemplate> {
  const [removed] = await tx.query
    .deleteFrom("reply_templates")
    .where("id", "=", id)
    .returningAll()
    .execute();
  if (!removed) throw new DomainError("missing", "There is no such text any more.");
  await recordAudit(tx, actionContext.actor, "reply-template.remove", id, removed.title);
  return removed;
}
