import { foldText } from "./fold.ts";

/** Longer ones can't be an entry's, and no index could hold them. */
const longest = 700;

/** Paths of pages that another system made by a program or as a file. */
export const scriptPath = /\.(php\d?|aspx?|jsp|cfm|cgi|html?)$/i;

/**
 * One name for all spellings of an address of this site: its path without case, percent-encoding and slashes too many.
 * A slash within a step stays apart from those between steps. Null for what is no path of ours.
 */
export function pageKey(address: string): string | null {
  if (!/^\/(?![/\\])/.test(address)) return null;
  const [path = ""] = address.split(/[?#]/, 1);
  const steps = path.split("/").filter((step) => step !== "");
  return `/${steps.map(stepKey).join("/")}`.slice(0, longest).toWellFormed();
}

/** One step of such a name, from an address part as an entry has it. */
export function stepKeyOf(slug: string): string {
  return foldText(slug).replaceAll("%", "%25").replaceAll("/", "%2f");
}

/** The address part that a step stands for, folded as look-ups compare it. */
export function slugOfStep(step: string): string {
  return step.replaceAll("%2f", "/").replaceAll("%25", "%");
}

function stepKey(step: string): string {
  return stepKeyOf(decode(step));
}

/** What can't be decoded, or only into characters that no address has, stays as it is. */
function decode(step: string): string {
  try {
    const decoded = decodeURIComponent(step);
    return /\p{Cc}/u.test(decoded) ? step : decoded;
  } catch {
    return step;
  }
}
