import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../../app/platform/database/database.ts";

type AnyTables = Kysely<Record<string, Record<string, unknown>>>;

/** Fills ten tables with `rows` rows each. */
export async function fillDatabase(db: Database, rows: number): Promise<void> {
  const query = db.query as unknown as AnyTables; // rows omit generated columns
  const at = "2026-05-04T08:15:00.000Z";
  const add = async (table: string, row: (n: number) => Record<string, unknown>) => {
    for (let from = 0; from < rows; from += 20)
      await query
        .insertInto(table)
        .values(Array.from({ length: Math.min(20, rows - from) }, (_, n) => row(from + n)))
        .execute();
  };
  const text = "The ferry to Bhola leaves at nine, and what it brings is counted at the landing. ".repeat(20);
  const received = (n: number) => ({
    source_path: "/contact",
    network: "198.18.0.0/24",
    user_agent: "",
    spam_reasons: "",
    fingerprint: `print-${n}`,
    consent_text: "",
    created_at: at,
    updated_at: at,
  });
  const lead = (n: number) => ({
    id: `id-${n}`,
    reference: `reference-${n}`,
    name: `Person ${n}`,
    email: `Person-${n}@company.example`,
    email_key: `person-${n}@company.example`,
    phone: "",
    status: n % 3 === 0 ? "closed" : "new",
    sort_date: at,
    referrer: "",
    ...received(n),
  });
  await add("leads", (n) => ({
    ...lead(n),
    kind: "message",
    message: `${n} ${text}`,
  }));
  await add("lead_events", (n) => ({
    id: `event-${n}`,
    lead_id: `id-${n}`,
    kind: "arrived",
    actor: "",
    detail: "{}",
    at,
  }));
  await add("subscribers", (n) => ({
    id: `id-${n}`,
    reference: `reader-${n}`,
    email: `reader-${n}@company.example`,
    email_key: `reader-${n}@company.example`,
    status: n % 2 === 0 ? "confirmed" : "unsubscribed",
    consented_at: at,
    unsubscribe_token: `leave-${n}`,
    confirm_token: `confirm-${n}`,
    ...received(n),
  }));
  await add("entries", (n) => ({
    id: `id-${n}`,
    kind: "blog",
    slug: `post-${n}`,
    slug_key: `post-${n}`,
    title: `Post number ${n}`,
    state: "published",
    position: n,
    sort_key: at,
    live_version: 1,
    latest_version: 1,
    published_at: at,
    created_at: at,
    updated_at: at,
  }));
  await add("entry_versions", (n) => ({
    entry_id: `id-${n}`,
    number: 1,
    data: JSON.stringify({ title: `Post number ${n}`, body: text }),
    card: JSON.stringify({ title: `Post number ${n}` }),
    words: 320,
    author_id: `id-${n}`,
    note: "",
    is_autosave: 0,
    created_at: at,
  }));
  await add("redirects", (n) => ({
    id: `id-${n}`,
    from_key: `/former/${n}`,
    from_path: `/former/${n}`,
    to_entry: `id-${n}`,
    to_path: null,
    created_at: at,
  }));
  await add("users", (n) => ({
    id: `id-${n}`,
    name: `Person ${n}`,
    email: `person-${n}@kolpona.example`,
    email_key: `person-${n}@kolpona.example`,
    email_verified: 1,
    role_since: at,
    created_at: at,
    updated_at: at,
  }));
  await add("sessions", (n) => ({
    id: `id-${n}`,
    user_id: `id-${n}`,
    token_hash: `hash-${n}`,
    expires_at: at,
    created_at: at,
    updated_at: at,
  }));
  await add("outbox", (n) => ({
    id: `id-${n}`,
    to_address: `person-${n}@company.example`,
    to_key: `person-${n}@company.example`,
    subject: "Your link",
    template: "reset",
    content: db.encryption.encrypt(JSON.stringify({ subject: "Your link", text })),
    status: "sent",
    attempts: 1,
    next_attempt_at: at,
    last_error: "",
    created_at: at,
  }));
  await add("audit", (n) => ({
    id: `id-${n}`,
    at,
    actor: `id-${n}`,
    action: "entry.publish",
    subject: `id-${n}`,
    detail: "",
    request_id: "",
  }));
  await query
    .insertInto("settings")
    .values({
      key: "company",
      data: "{}",
      version: 1,
      updated_at: at,
    })
    .execute();
  await query
    .insertInto("signing_keys")
    .values({
      id: "key-1",
      public_key: "{}",
      private_key: db.encryption.encrypt("the key"),
      created_at: at,
      expires_at: at,
    })
    .execute();
}

/** Hash of every row except migration times: databases with equal digests have equal content. */
export async function digest(db: Database): Promise<string> {
  const query = db.query as unknown as AnyTables; // the tables are read at run time
  const hash = createHash("sha256");
  const tables = (await query.introspection.getTables({ withInternalKyselyTables: true }))
    .map(({ name }) => name)
    // Each start writes `installation`; the others are shadow tables of FTS5.
    .filter((name) => name !== "installation" && !/_(data|idx|content|docsize|config)$/.test(name));
  for (const table of tables.sort()) {
    const rows = await query.selectFrom(table).selectAll().execute();
    const lines = rows.map(({ timestamp: _, ...row }) => JSON.stringify(row));
    hash.update(`${table}\n${lines.sort().join("\n")}\n`);
  }
  return hash.digest("hex");
}

/** Checks the integrity of the embedded database; true for PostgreSQL. */
export async function isIntact({ query, dialect }: Database): Promise<boolean> {
  if (dialect.name !== "sqlite") return true;
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(query);
  return rows[0]?.integrity_check === "ok";
}
