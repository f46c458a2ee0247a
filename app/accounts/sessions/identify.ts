import type { AccountRequest, Person, Signed } from "../accounts.ts";
import type { Dependencies } from "../dependencies.ts";
import { refusals } from "../refusals.ts";
import { clientContextOf } from "../request-context.ts";
import { findPassword, type User } from "../users.ts";
import { createCookieJar } from "./cookies.ts";
import { hasTwoFactor } from "./create-session.ts";
import { findSession, isFresh, type Session } from "./session.ts";

/** Who this browser is signed in as; the answer is theirs alone from then on. Using a session keeps it from ending for want of use; that is written once a minute. */
export async function identify(deps: Dependencies, asking: AccountRequest): Promise<Signed | null> {
  asking.requestContext.noStore();
  const secret = createCookieJar(deps.publicUrl).read(asking.request, "session");
  if (secret === null) return null;
  const { now, at } = clientContextOf(deps, asking);
  const found = await findSession(deps.db, { token: secret }, now);
  if (!found) return null;
  const { session } = found;
  asking.requestContext.noteSignedIn(found.user.id);
  const isUse = !isBackground(deps, asking);
  if (isUse && Date.parse(session.updated_at) < now.getTime() - 60_000) await noteUse(deps, session, at);
  return describeSigned(deps, found, now);
}

/**
 * Whether nobody is behind a request: an event stream, a token that a page renews by itself, or whatever a page of the dashboard asks by itself while nobody has
 * touched it for a while, which its `idle` cookie says. A page that somebody opens, or a form they send, is always use.
 */
function isBackground(
  { publicUrl }: Dependencies,
  { request, isBackground = false }: AccountRequest,
): boolean {
  const { headers, method } = request;
  if (isBackground || headers.get("accept") === "text/event-stream") return true;
  if (new URL(request.url).pathname === tokenPath) return true;
  const isOpened = headers.get("sec-fetch-mode") === "navigate" || method !== "GET";
  return !isOpened && createCookieJar(publicUrl).read(request, "idle") !== null;
}

const tokenPath = "/api/jwt";

async function noteUse({ db: { query } }: Dependencies, { id, user_id }: Session, at: string): Promise<void> {
  await query.updateTable("sessions").set({ updated_at: at }).where("id", "=", id).execute();
  await query.updateTable("users").set({ last_seen_at: at }).where("id", "=", user_id).execute();
}

export async function describeSigned(
  deps: Dependencies,
  { session, user }: { session: Session; user: User },
  now: Date,
): Promise<Signed> {
  const person = await describePerson(deps, user);
  const isStaff = user.role !== "member";
  const lacksStep = !person.hasSecondStep && session.method !== "passkey";
  return {
    person,
    sessionId: session.id,
    isFresh: isFresh(session, now),
    needsSecondStep: isStaff && lacksStep && (await isPastGrace(deps, user, now)),
  };
}

async function isPastGrace(
  { secondStepGraceDays }: Dependencies,
  { role_since }: User,
  now: Date,
): Promise<boolean> {
  return Date.parse(role_since) <= now.getTime() - (await secondStepGraceDays()) * 86_400_000;
}

/** Who is signed in; throws a DomainError when nobody is. */
export async function requireSigned(deps: Dependencies, asking: AccountRequest): Promise<Signed> {
  const signed = await identify(deps, asking);
  if (!signed) throw refusals.signedOut();
  return signed;
}

/** The same for what must not be done by whoever finds the browser open. */
export async function requireFreshSession(deps: Dependencies, asking: AccountRequest): Promise<Signed> {
  const signed = await requireSigned(deps, asking);
  if (!signed.isFresh) throw refusals.stale();
  return signed;
}

async function describePerson({ db }: Dependencies, user: User): Promise<Person> {
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
  { query }: Dependencies["db"],
  emailKey: string,
): Promise<Person["newsletter"]> {
  const row = await query
    .selectFrom("subscribers")
    .select("status")
    .where("email_key", "=", emailKey)
    .executeTakeFirst();
  return row?.status === "pending" || row?.status === "confirmed" ? row.status : "none";
}
