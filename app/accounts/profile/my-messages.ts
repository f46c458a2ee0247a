import { emailKey } from "#app/text/email.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { requireSigned } from "../sessions/identify.ts";

/** What a person sent the company from their address, the newest first. */
export const listMyMessages =
  (deps: Dependencies): Accounts["listMyMessages"] =>
  async (asking) => {
    const { person } = await requireSigned(deps, asking);
    const rows = await deps.db.query
      .selectFrom("leads")
      .select(["kind", "reference", "status", "message", "topic", "created_at as at"])
      .where("email_key", "=", emailKey(person.email))
      .orderBy("created_at", "desc")
      .limit(100)
      .execute();
    return rows.map(({ message, topic, status, ...row }) => ({
      ...row,
      // That something was taken for spam is nothing its sender is told.
      status: status === "spam" ? "new" : status,
      summary: shorten(message || topic),
    }));
  };

function shorten(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length <= 140 ? line : `${line.slice(0, 139).toWellFormed()}…`;
}
