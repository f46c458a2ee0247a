import type { DomainError, DomainErrorCode } from "#app/lib/errors/domain-error.ts";
import { markAttribute } from "#app/platform/http/security/security-headers.ts";

/**
 * Makes a response without the application: a small page for browsers, else a problem document,
 * without any request data. `canRepeat` adds a link to try again.
 */
export function refuse(
  accept: string | undefined,
  status: number,
  title: string,
  detail: string,
  options: { canRepeat: boolean } = { canRepeat: false },
): Response {
  if (!accept?.includes("text/html")) return problem(status, title, detail);
  return new Response(smallPage(title, detail, options), {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

/** Has no external resources, because those may be unavailable. */
function smallPage(title: string, detail: string, { canRepeat }: { canRepeat: boolean }): string {
  const again = canRepeat ? '<a class="b" href="">Try again</a> ' : "";
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style${markAttribute}>${style}</style></head>
<body><main><h1>${title}</h1><p>${detail}</p><p>${again}<a href="/">Go to the home page</a></p></main></body>
</html>
`;
}

const style = [
  "*{box-sizing:border-box}",
  "body{margin:0;border-top:.5rem solid #2563eb;color:#0b1b2e;background:#fff;font:1.125rem/1.6 system-ui,sans-serif}",
  "main{max-width:40rem;margin:clamp(3rem,15vh,9rem) auto;padding:0 clamp(1.25rem,5vw,2rem)}",
  "h1{margin:0 0 1rem;font-size:clamp(1.9rem,6vw,2.75rem);line-height:1.1;letter-spacing:-.01em}",
  "p{margin:0 0 1.5rem;max-width:34rem}",
  "p{text-wrap:pretty}",
  "a{display:inline-block;color:#1d4ed8;text-underline-offset:.2em}",
  ".b{margin:0 1rem .75rem 0;padding:.7rem 1.25rem;border-radius:.25rem;background:#1d4ed8;color:#fff;text-decoration:none;font-weight:600}",
  "a:focus-visible{outline:3px solid #1d4ed8;outline-offset:3px}",
].join("");

/** Redirects permanently. */
export function redirectTo(place: string): Response {
  return new Response(null, { status: 301, headers: { location: place } });
}

/** Messages by field name, each with the fix. */
type ProblemFields = Record<string, string>;

/**
 * A problem document (RFC 9457); `fields` becomes its member `errors`, `code` is machine-readable.
 */
export function problem(
  status: number,
  title: string,
  detail?: string,
  fields?: ProblemFields,
  code?: string,
): Response {
  const document = { type: "about:blank", title, status, code, detail, errors: fields };
  return new Response(JSON.stringify(document), {
    status,
    headers: { "content-type": "application/problem+json", "cache-control": "no-store" },
  });
}

/** HTTP status and problem title for each `DomainError` code. */
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

/**
 * The status of a form shown again. Of the two 401 codes, only a stale session prompts for the
 * password.
 */
export function formStatus(code: DomainErrorCode): number {
  return code === "unauthenticated" ? 422 : domainErrorAnswers[code].status;
}

/** Seconds for Retry-After; null if waiting does not help. */
export function retryAfter({ code, detail }: DomainError): string | null {
  return code === "too-many" || code === "too-busy" ? String(Number(detail) || 60) : null;
}
