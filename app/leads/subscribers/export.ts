import type { Database } from "#app/database/database.ts";
import { writeCsv } from "#app/text/csv.ts";
import { listSubscribers, type SubscriberFilter } from "./list.ts";
import type { Subscriber } from "./subscriber.ts";

const pageSize = 100;

/** Subscribers with the whole proof of their consent, as a spreadsheet. */
export async function exportSubscribers(
  db: Database,
  filter: SubscriberFilter,
): Promise<{ csv: string; count: number }> {
  const rows: Subscriber[] = [];
  let after: string | undefined;
  do {
    const page = await listSubscribers(db, filter, { limit: pageSize, after });
    rows.push(...page.rows);
    after = page.next ?? undefined;
  } while (after !== undefined);
  const lines = rows.map((row) => Object.values(columns).map((read) => read(row)));
  return {
    csv: writeCsv(Object.keys(columns), lines),
    count: rows.length,
  };
}

const columns: Record<string, (row: Subscriber) => string | null> = {
  "E-mail": (row) => row.email,
  Status: (row) => row.status,
  "Consent text": (row) => row.consent_text,
  "Consent given": (row) => row.consented_at,
  "Consent on page": (row) => row.source_path,
  Confirmed: (row) => row.confirmed_at,
  "Confirmed by": (row) => row.confirmed_by,
  Ended: (row) => row.ended_at,
  "Ended by": (row) => row.ended_by,
  Why: (row) => row.ended_why,
  Reference: (row) => row.reference,
};
