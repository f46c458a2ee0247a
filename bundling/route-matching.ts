import type { Plugin } from "vite";
import { pathInRouter } from "./lean-router.ts";

/**
 * Makes the server's route matching skip pages whose first path segment differs. React Router tries all of some 150, twice a
 * request, which is a tenth of the cost of a render.
 */

// Find the changed function in the package's `dist/production` when an upgrade breaks the build.

// Delete this file when `createDataRouteMatcher` matches for the server and `cd lab && npm run bench render` is fast.
const module = "lib/router/utils.js";
const trying = "function matchRouteBranch(branch, pathname, allowPartial = false) {";

/**
 * Whether the address has another first segment than the branch. It is only known where the branch begins with a plain word;
 * case does not matter, as in React Router.
 */
const beginning = `
function beginsElsewhere(branch, pathname) {
  branch.beginning ??= /^\\/[\\w.-]+(?=\\/|$)/.exec(branch.path)?.[0].toLowerCase() ?? "";
  const { length } = branch.beginning;
  if (length === 0) return false;
  return pathname.slice(0, length).toLowerCase() !== branch.beginning
    || (pathname.length > length && pathname[length] !== "/");
}
`;

/** @throws when the function is not there as it was, or a branch has its path by no such name */
export function passOverOthers(code: string): string {
  if (code.split(trying).length !== 2 || !code.includes("branches.push({\n\t\t\tpath,"))
    throw new Error("React Router matches addresses otherwise now: see bundling/route-matching.ts.");
  const asking = "\n\tif (!allowPartial && beginsElsewhere(branch, pathname)) return null;";
  return code.replace(trying, trying + asking) + beginning;
}

export function matchRoutesFaster(): Plugin {
  let isDone = false;
  return {
    name: "match-routes-faster",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    transform(code, id) {
      if (pathInRouter(id) !== module) return null;
      isDone = true;
      return { code: passOverOthers(code), map: null };
    },
    generateBundle() {
      if (!isDone) this.error(`React Router has no ${module} any more: see bundling/route-matching.ts.`);
    },
  };
}
