import type { Project } from "#app/accounts/accounts.ts";
import { SignInError } from "./sign-in-error.ts";

/** What the page says about signing in with Google. */
export interface SignInConfig {
  /** Names this site to the project's address; no secret. */
  apiKey: string;
  /** The host whose pages sign one in. */
  authDomain: string;
}

/** What a browser can do, and where the page is. */
export interface SignInPlace {
  hostname: string;
  canOpenPopups: boolean;
  keepsCookies: boolean;
}

/** Throws a SignInError where no Google sign-in can be begun. */
export function checkConfig(config: SignInConfig | null, place: SignInPlace): asserts config is SignInConfig {
  if (!config) throw new SignInError("dependent-sdk-initialized-before-auth");
  if (!place.canOpenPopups) throw new SignInError("operation-not-supported-in-this-environment");
  if (!place.keepsCookies) throw new SignInError("web-storage-unsupported");
  if (!config.apiKey) throw new SignInError("invalid-api-key");
  if (!config.authDomain) throw new SignInError("auth-domain-config-required");
}

/** Throws a SignInError when the project knows no Google sign-in, or none from here. */
export function checkProject(project: Project, place: SignInPlace): void {
  if (!project.signInKinds.includes("google"))
    throw new SignInError("operation-not-supported-in-this-environment");
  if (!project.authorizedDomains.includes(place.hostname)) throw new SignInError("unauthorized-domain");
}
