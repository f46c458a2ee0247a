import { foldText } from "./fold.ts";

/** Maximum key length; longer ones cannot be an entry's and exceed index limits. */
const longest = 700;

/** Paths of pages that another system served as a script or file. */
export const scriptPath = /\.(php\d?|aspx?|jsp|cfm|cgi|html?)$/i;

/**
 * Normalized key of all spellings of an internal address: no case, percent-encoding or extra slashes, while encoded
 * slashes stay. Null for an external or malformed address.
 */
export function pageKey(address: string): string | null {
  if (!/^\/(?![/\\])/.test(address)) return null;
  const [path = ""] = address.split(/[?#]/, 1);
  const steps = path.split("/").filter((step) => step !== "");
  return `/${steps.map(stepKey).join("/")}`.slice(0, longest).toWellFormed();
}

/** Segment of a page key from an entry's slug. */
export function stepKeyOf(slug: string): string {
  return foldText(slug).replaceAll("%", "%25").replaceAll("/", "%2f");
}

/** Slug of a segment, folded as lookups compare it. */
export function slugOfStep(step: string): string {
  return step.replaceAll("%2f", "/").replaceAll("%25", "%");
}

function stepKey(step: string): string {
  return stepKeyOf(decode(step));
}

/** Leaves a segment unchanged if it is malformed or decodes to invalid characters. */
function decode(step: string): string {
  try {
    const decoded = decodeURIComponent(step);
    return /\p{Cc}/u.test(decoded) ? step : decoded;
  } catch {
    return step;
  }
}
