import { lookedAtPolicy } from "#app/http/security/content-security.ts";

/** A letter as a page of its own, to be looked at in a frame of ours. */
export function answerLetter(html: string): Response {
  // A sandbox opens no windows, so that with this no link of the letter leads anywhere.
  const inert = html.replace(/<head[^>]*>/, (head) => `${head}<base target="_blank"/>`);
  return new Response(inert, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": lookedAtPolicy,
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
    },
  });
}
