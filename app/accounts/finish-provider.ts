import { write } from "#app/database/database.ts";
import { hashSecret } from "#app/platform/bearer-secret.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { Accounts, Asking } from "./accounts.ts";
import { type Circumstances, circumstancesOf, recordEvent } from "./circumstances.ts";
import { createCookieJar } from "./cookies.ts";
import type { Identity, Provider } from "./identity.ts";
import type { World } from "./parts.ts";
import { consumeProof, findProof } from "./proofs.ts";
import { type ProviderPerson, readProviderPerson } from "./provider-person.ts";
import { admitByProvider, linkProvider } from "./provider-sign-in.ts";
import { type Attempt, attemptSchema, callbackPath } from "./providers.ts";

interface Outcome {
  outcome: "in" | "second-step" | "cancelled" | "refused";
  code?: string;
  cookies: readonly string[];
}

/** The provider has led back: checks what it says, and leads on to where the attempt began. */
export const finishProvider =
  (world: World, identity: Identity): Accounts["finishProvider"] =>
  async (asking) => {
    const here = circumstancesOf(world, asking);
    const attempt = await takeAttempt(world, asking, here);
    const done = attempt ? await conclude(world, asking, identity, attempt) : refuse("state-mismatch");
    if (done.outcome === "refused") {
      const event = {
        actor: "visitor",
        action: "sign-in-failed" as const,
        subject: "",
        detail: `google: ${done.code}`,
      };
      await write(world.db, (tx) => recordEvent(tx, here, event));
    }
    const cookies = [...done.cookies, createCookieJar(world.publicUrl).clear("provider")];
    return { location: leadOn(attempt, done), cookies };
  };

/** The attempt this answer belongs to: begun in this browser, and not concluded yet. Using it up is the first thing done. */
async function takeAttempt(world: World, { request }: Asking, here: Circumstances): Promise<Attempt | null> {
  const state = new URL(request.url).searchParams.get("state") ?? "";
  const browser = createCookieJar(world.publicUrl).read(request, "provider");
  const proof = await findProof(world.db, here, state, ["provider"]);
  if (!proof || browser === null) return null;
  const attempt = attemptSchema.parse(JSON.parse(proof.data));
  if (attempt.browser !== hashSecret(browser)) return null;
  return (await write(world.db, (tx) => consumeProof(tx, here, proof))) ? attempt : null;
}

async function conclude(
  world: World,
  asking: Asking,
  identity: Identity,
  attempt: Attempt,
): Promise<Outcome> {
  const query = new URL(asking.request.url).searchParams;
  const code = query.get("code");
  if (query.has("error"))
    return { ...refuse("provider-error"), ...(query.get("error") === "access_denied" && cancelled) };
  const provider = await identity.provider();
  if (!provider) return refuse("provider-unreachable");
  const person = code ? await askProvider(world, provider, attempt, code, query.get("iss")) : null;
  if (!person) return refuse("provider-error");
  if (!person.isVerified) return refuse("unverified");
  try {
    if (attempt.mode === "link")
      return { outcome: "in", ...(await linkProvider(world, asking, attempt, person)) };
    const { next, cookies } = await admitByProvider(world, asking, person);
    return { outcome: next, cookies };
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.reason);
    throw error;
  }
}

const cancelled = { outcome: "cancelled" as const, code: "cancelled" };

/** Who signed in there, from an identity token whose signature, issuer, audience and nonce were checked; null for nobody. */
async function askProvider(
  world: World,
  provider: Provider,
  { verifier, nonce }: Attempt,
  code: string,
  iss: string | null,
): Promise<ProviderPerson | null> {
  if (iss !== null && provider.issuer && iss !== provider.issuer) return null;
  try {
    const redirectURI = new URL(callbackPath, world.publicUrl).href;
    const tokens = await provider.validateAuthorizationCode({ code, codeVerifier: verifier, redirectURI });
    if (!tokens?.idToken) return null;
    const found = await provider.getUserInfo({ ...tokens, expectedIdTokenNonce: nonce });
    return found ? readProviderPerson(found.data) : null;
  } catch (error) {
    world.warn("the provider's answer could not be used", error);
    return null;
  }
}

function refuse(code: string): Outcome {
  return { outcome: "refused", code, cookies: [] };
}

/** A popup is told by its own page; a redirect goes where it was meant to, or back to where it says why not. */
function leadOn(attempt: Attempt | null, { outcome, code }: Outcome): string {
  if (attempt?.mode === "popup") {
    const query = new URLSearchParams({ attempt: attempt.attempt ?? "", outcome, ...(code && { code }) });
    return `/auth/done?${query}`;
  }
  if (attempt?.mode === "link") return outcome === "in" ? "/myprofile" : `/myprofile?problem=${code}`;
  if (outcome === "in") return attempt?.next ?? "/";
  const query = new URLSearchParams({ ...(attempt?.next && attempt.next !== "/" && { next: attempt.next }) });
  if (outcome === "second-step") query.set("step", "second");
  else query.set("problem", code ?? outcome);
  return `/login?${query}`;
}
