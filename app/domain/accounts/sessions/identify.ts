import { clientContextOf, recordEvent } from "#app/domain/accounts/account-events.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import type { AccountContext } from "../account-context.ts";
import { accountErrors } from "../account-errors.ts";
import type { AccountRequest, Person, Signed } from "../accounts.ts";
import { findPassword, type User } from "../users.ts";
import { createCookieJar } from "./cookies.ts";
import { hasTwoFactor } from "./create-session.ts";
import { findSession, isFresh, type Session } from "./session.ts";

/**
 * Person signed in by this browser; the response becomes private. Extends the session, with at most one write per
 * minute.
 */
export async function identify(ctx: AccountContext, accountRequest: AccountRequest): Promise<Signed | null> {
  accountRequest.requestContext.noStore();
  const secret = createCookieJar(ctx.publicUrl).read(accountRequest.request, "session");
  if (secret === null) return null;
  const { now, at } = clientContextOf(ctx, accountRequest);
  const found = await findSession(ctx, { token: secret }, now);
  if (!found) return null;
  const { session } = found;
  accountRequest.requestContext.noteSignedIn(found.user.id);
  const isUse = !isBackground(ctx, accountRequest);
  if (isUse && Date.parse(session.updated_at) < now.getTime() - 60_000) await noteUse(ctx, session, at);
  return describeSigned(ctx, found, now);
}

/**
 * Whether a request is not caused by user activity: an event stream, an automatic token renewal, or dashboard polling
 * while its `idle` cookie is set. Page loads and submitted forms always count as activity.
 */
function isBackground(
  { publicUrl }: AccountContext,
  { request, isBackground = false }: AccountRequest,
): boolean {
  const { headers, method } = request;
  if (isBackground || headers.get("accept") === "text/event-stream") return true;
  if (new URL(request.url).pathname === tokenPath) return true;
  const isOpened = headers.get("sec-fetch-mode") === "navigate" || method !== "GET";
  return !isOpened && createCookieJar(publicUrl).read(request, "idle") !== null;
}

const tokenPath = "/api/jwt";

async function noteUse(
  { db: { query } }: AccountContext,
  { id, user_id }: Session,
  at: string,
): Promise<void> {
  await query.updateTable("sessions").set({ updated_at: at }).where("id", "=", id).execute();
  await query.updateTable("users").set({ last_seen_at: at }).where("id", "=", user_id).execute();
}

export async function describeSigned(
  ctx: AccountContext,
  { session, user }: { session: Session; user: User },
  now: Date,
): Promise<Signed> {
  const person = await describePerson(ctx, user);
  const isStaff = user.role !== "member";
  const lacksStep = !person.hasSecondStep && session.method !== "passkey";
  return {
    person,
    sessionId: session.id,
    isFresh: isFresh(session, now),
    needsTwoFactor: isStaff && lacksStep && (await isPastGrace(ctx, user, now)),
  };
}

async function isPastGrace(
  { secondStepGraceDays }: AccountContext,
  { role_since }: User,
  now: Date,
): Promise<boolean> {
  return Date.parse(role_since) <= now.getTime() - (await secondStepGraceDays()) * 86_400_000;
}

/** Signed-in person; throws a DomainError without one. */
export async function requireSigned(ctx: AccountContext, accountRequest: AccountRequest): Promise<Signed> {
  const signed = await identify(ctx, accountRequest);
  if (!signed) throw accountErrors.signedOut();
  return signed;
}

/** Signed-in person with a fresh session, for actions that a stranger at an open browser must not perform. */
export async function requireFreshSession(
  ctx: AccountContext,
  accountRequest: AccountRequest,
): Promise<Signed> {
  const signed = await requireSigned(ctx, accountRequest);
  if (!signed.isFresh) throw accountErrors.stale();
  return signed;
}

async function describePerson({ db }: AccountContext, user: User): Promise<Person> {
  const { id, name, email, phone, role, deletes_at, created_at } = user;
  return {
    id,
    name,
    email,
    phone,
    role,
    createdAt: created_at,
    deletesAt: deletes_at,
    image: user.image === null ? null : `/api/auth/photos/${user.image}`,
    hasPassword: (await findPassword(db, id)) !== null,
    hasSecondStep: await hasTwoFactor(db, id),
    newsletter: await readNewsletter(db, user.email_key),
  };
}

async function readNewsletter(
  { query }: AccountContext["db"],
  emailKey: string,
): Promise<Person["newsletter"]> {
  const row = await query
    .selectFrom("subscribers")
    .select("status")
    .where("email_key", "=", emailKey)
    .executeTakeFirst();
  return row?.status === "pending" || row?.status === "confirmed" ? row.status : "none";
}

/** Records a rejected request, once an hour per address; after many addresses, only the section of the site. */
export async function noteRefused(
  ctx: AccountContext,
  accountRequest: AccountRequest,
  personId: string,
): Promise<void> {
  const here = clientContextOf(ctx, accountRequest);
  const path = new URL(accountRequest.request.url).pathname.replace(/\.data$/, "");
  await write(ctx.db, async (tx) => {
    const isMany = (await countRefused(tx, personId, here.now)) >= maxRefusedAddresses;
    await recordEvent(tx, here, {
      actor: personId,
      action: "access-refused",
      subject: "",
      detail: isMany ? partOf(path) : path.slice(0, 200),
    });
  });
}

/** Limit per person and hour, so the log does not fill up. */
const maxRefusedAddresses = 20;

async function countRefused({ query }: Writing, personId: string, now: Date): Promise<number> {
  const row = await query
    .selectFrom("audit")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("actor", "=", personId)
    .where("action", "=", "access-refused")
    .where("at", ">", new Date(now.getTime() - 3_600_000).toISOString())
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/**
 * Section of the site, such as "/api/users". Dashboard addresses share one section, because every address returns a
 * screen.
 */
function partOf(path: string): string {
  if (path.startsWith("/dashboard/")) return "/dashboard/*";
  return path
    .replace(/\.data$/, "")
    .split("/")
    .slice(0, 3)
    .join("/")
    .slice(0, 60);
}
