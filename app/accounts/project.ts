import { DomainError } from "#app/platform/domain-error.ts";
import type { AccountContext } from "./account-context.ts";
import type { Project, SignInKind } from "./accounts.ts";

/** Names this site to its own pages; no secret. */
export const webKey = "frontdesk-web";

export function enabledSignInKinds({ google }: AccountContext): SignInKind[] {
  return google ? ["password", "google", "passkey"] : ["password", "passkey"];
}

/** What a page must know before it opens a popup. */
export function describeProject(ctx: AccountContext, key: string): Project {
  if (key !== webKey)
    throw new DomainError("invalid", "The key is not that of this site.", { reason: "invalid-api-key" });
  const { hostname } = ctx.publicUrl;
  return {
    projectId: "frontdesk",
    authorizedDomains: [hostname],
    signInKinds: enabledSignInKinds(ctx),
  };
}
