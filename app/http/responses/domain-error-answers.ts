import type { DomainError, DomainErrorCode } from "#app/platform/domain-error.ts";

/** How each DomainError is answered over HTTP; the titles are those of problem documents. */
export const domainErrorAnswers: Record<DomainErrorCode, { status: number; title: string }> = {
  malformed: { status: 400, title: "Not understood" },
  unauthenticated: { status: 401, title: "Not signed in" },
  "stale-session": { status: 401, title: "Sign in again" },
  forbidden: { status: 403, title: "Not allowed" },
  missing: { status: 404, title: "Not found" },
  stale: { status: 409, title: "Changed meanwhile" },
  "in-use": { status: 409, title: "In use" },
  "too-large": { status: 413, title: "Too large" },
  invalid: { status: 422, title: "Not accepted" },
  "too-many": { status: 429, title: "Too often" },
  "too-busy": { status: 503, title: "Too busy" },
  unavailable: { status: 503, title: "Not available" },
};

/** The status of a form that is shown again. Of the two that are 401, only an old session asks for the password over it. */
export function formStatus(code: DomainErrorCode): number {
  return code === "unauthenticated" ? 422 : domainErrorAnswers[code].status;
}

/** Seconds until another try, as Retry-After says them; null where waiting helps nothing. */
export function retryAfter({ code, detail }: DomainError): string | null {
  return code === "too-many" || code === "too-busy" ? String(Number(detail) || 60) : null;
}
