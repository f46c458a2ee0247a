import { DomainError } from "#app/platform/domain-error.ts";
import type { Project, SignInKind } from "./accounts.ts";
import type { Dependencies } from "./dependencies.ts";

/** Names this site to its own pages; no secret. */
export const webKey = "frontdesk-web";

export function enabledSignInKinds({ google }: Dependencies): SignInKind[] {
  return google ? ["password", "google", "passkey"] : ["password", "passkey"];
}

/** What a page must know before it opens a popup. */
export function describeProject(deps: Dependencies, key: string): Project {
  if (key !== webKey)
    throw new DomainError("invalid", "The key is not that of this site.", { reason: "invalid-api-key" });
  const { hostname } = deps.publicUrl;
  return {
    projectId: "frontdesk",
    authorizedDomains: [hostname],
    signInKinds: enabledSignInKinds(deps),
  };
}
