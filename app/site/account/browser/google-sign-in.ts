import type { Project } from "#app/accounts/accounts.ts";
import { askProject } from "./account-api.ts";
import { checkConfig, checkProject, type SignInConfig } from "./check-place.ts";
import type { GooglePopup, PopupResult } from "./google-popup.ts";

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
