import type { Project } from "#app/accounts/accounts.ts";
import { askProject } from "./account-api.ts";
import type { GooglePopup, PopupResult } from "./google-popup.ts";
import { SignInError } from "./sign-in-error.ts";

/** What the page says about signing in with Google. */
export interface SignInConfig {
  /** Names this site to the project's address; no secret. */
  apiKey: string;
  /** The host whose pages sign one in. */
  authDomain: string;
}

/** What a browser can do, and where the page is. */
interface SignInPlace {
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

let config: SignInConfig | null = null;
let project: Promise<Project> | null = null;

/** Signing in with Google as the page is set up for it. */
export const googleSignIn = {
  /** Asks for the project at once: a click that has to wait for it may find its popup blocked. */
  prepare(given: SignInConfig): void {
    config = given;
    project ??= askProject(given.apiKey);
    project.catch(() => {
      project = null;
    });
  },
  async begin(popup: GooglePopup): Promise<PopupResult> {
    const place = {
      hostname: location.hostname,
      canOpenPopups: /^https?:$/.test(location.protocol) && "BroadcastChannel" in window,
      keepsCookies: navigator.cookieEnabled,
    };
    checkConfig(config, place);
    checkProject(await (project ?? askProject(config.apiKey)), place);
    return popup.begin();
  },
};
