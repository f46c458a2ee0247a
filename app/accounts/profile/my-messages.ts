import { sql } from "kysely";
import { emailKey } from "#app/text/email.ts";
import type { Accounts } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { requireSigned } from "../sessions/identify.ts";

/** What a person sent the company from their address, the newest first. */
export const listMyMessages =
  (deps: Dependencies): Accounts["listMyMessages"] =>
  async (asking) => {
    const { person } = await requireSigned(deps, asking);
    const { messages, calls } = await readMine(deps, person.email);
    const own = [
      ...messages.map((row) => ({ ...headOf(row), kind: "message" as const, summary: shorten(row.message) })),
      ...calls.map((row) => ({ ...headOf(row), kind: "call" as const, summary: shorten(row.topic) })),
    ];
    return own.sort((one, other) => other.at.localeCompare(one.at)).slice(0, 100);
  };

/** Everything sent from an address. */
export async function readMine({ db }: Dependencies, email: string) {
  const of = (table: "messages" | "calls") =>
    sql<boolean>`lower(${sql.ref(`${table}.email`)}) = ${emailKey(email)}`;
  return {
    messages: await db.query.selectFrom("messages").selectAll().where(of("messages")).execute(),
    calls: await db.query.selectFrom("calls").selectAll().where(of("calls")).execute(),
  };
}

/** That something was taken for spam is nothing its sender is told. */
function headOf(row: { reference: string; created_at: string; status: string }) {
  return { reference: row.reference, at: row.created_at, status: row.status === "spam" ? "new" : row.status };
}

function shorten(text: string): string {
  const [line = ""] = text.split("\n");
  return line.length <= 140 ? line : `${line.slice(0, 139).toWellFormed()}…`;
}
