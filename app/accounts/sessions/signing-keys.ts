import { type CryptoKey, exportJWK, exportPKCS8, generateKeyPair, importPKCS8, type JWK } from "jose";
import { write } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import type { AccountContext } from "../account-context.ts";

const day = 86_400_000;
/** A key signs for 30 days; what it signed can be checked for a day longer, which no token needs. */
export const signsForMs = 30 * day;
/** With Ed25519 (RFC 8037). */
const algorithm = "EdDSA";
const checkedFor = signsForMs + day;

/** The key to sign with now, a new one when the last has served its time. */
export async function readSigningKey(
  ctx: AccountContext,
  now: Date,
): Promise<{ id: string; privateKey: CryptoKey }> {
  const key = (await findNewest(ctx, now)) ?? (await makeKey(ctx, now));
  return { id: key.id, privateKey: await importPKCS8(ctx.vault.decrypt(key.private_key), algorithm) };
}

/** The public keys that tokens may be signed with, as a key set (RFC 7517). */
export async function listPublicKeys({
  db,
  clock,
}: Pick<AccountContext, "db" | "clock">): Promise<{ keys: JWK[] }> {
  const rows = await db.query
    .selectFrom("signing_keys")
    .select("public_key")
    .where("expires_at", ">", clock.now().toISOString())
    .orderBy("created_at")
    .execute();
  return { keys: rows.map(({ public_key }) => JSON.parse(public_key)) };
}

/** Asked of the database each time: a key that another instance made is known at once. */
export async function findSigningKey({ db }: AccountContext, id: string, now: Date): Promise<JWK | null> {
  const row = await db.query
    .selectFrom("signing_keys")
    .select("public_key")
    .where("id", "=", id)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirst();
  return row ? JSON.parse(row.public_key) : null;
}

async function findNewest({ db }: Pick<AccountContext, "db">, now: Date) {
  return db.query
    .selectFrom("signing_keys")
    .select(["id", "private_key"])
    .where("created_at", ">", new Date(now.getTime() - signsForMs).toISOString())
    .orderBy("created_at", "desc")
    .executeTakeFirst();
}

/** One for all instances, also when several find at once that it is time. */
async function makeKey(ctx: AccountContext, now: Date) {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const id = newId();
  const row = {
    id,
    private_key: ctx.vault.encrypt(await exportPKCS8(privateKey)),
    public_key: JSON.stringify({ ...(await exportJWK(publicKey)), alg: algorithm, use: "sig", kid: id }),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + checkedFor).toISOString(),
  };
  return write(ctx.db, async (tx) => {
    await tx.engine.lock(tx.query, "signing-keys");
    const other = await findNewest({ db: tx }, now);
    if (other) return other;
    await tx.query.insertInto("signing_keys").values(row).execute();
    return row;
  });
}
