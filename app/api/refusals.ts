import { problem } from "#app/http/problems.ts";
import type { Refusal, RefusalCode } from "#app/platform/refusal.ts";

const statuses: Record<RefusalCode, { status: number; title: string }> = {
  malformed: { status: 400, title: "Not understood" },
  "too-large": { status: 413, title: "Too large" },
  invalid: { status: 422, title: "Not accepted" },
  missing: { status: 404, title: "Not found" },
  stale: { status: 409, title: "Changed meanwhile" },
  "in-use": { status: 409, title: "In use" },
  "too-many": { status: 429, title: "Too often" },
  "too-busy": { status: 503, title: "Too busy" },
  unauthenticated: { status: 401, title: "Not signed in" },
  "stale-session": { status: 401, title: "Sign in again" },
  forbidden: { status: 403, title: "Not allowed" },
  unavailable: { status: 503, title: "Not available" },
};

/** A refusal as a problem document; one for lack of patience says how many seconds to wait. */
export function presentRefusal(refusal: Refusal): Response {
  const { status, title } = statuses[refusal.code];
  const fields = Object.keys(refusal.fields).length === 0 ? undefined : refusal.fields;
  const answer = problem(status, title, refusal.message, fields, refusal.reason);
  if (refusal.code === "too-many" || refusal.code === "too-busy")
    answer.headers.set("retry-after", String(refusal.detail));
  return answer;
}
