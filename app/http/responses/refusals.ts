import { markAttribute } from "#app/http/security/security-headers.ts";
import type { DomainError, DomainErrorCode } from "#app/platform/domain-error.ts";

/**
 * An answer the server gives by itself, before or instead of the application: a small page for people, a problem
 * document for machines. Nothing of the request is repeated in it.
 * @param options `canRepeat`: the same address, asked for again, may well answer in a moment
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

/** In the colours of the site, but with nothing to fetch: what it would come from may be what is missing. */
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

/** What stood here stands elsewhere for good. */
export function redirectTo(place: string): Response {
  return new Response(null, { status: 301, headers: { location: place } });
}

/** A wrong field by name, with a sentence that says how to fix it. */
type ProblemFields = Record<string, string>;

/**
 * A problem document (RFC 9457).
 * @param fields what is wrong where, as the member `errors`
 * @param code what a program can tell it by
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
