import { problem } from "./problems.ts";

/**
 * An answer the server gives by itself, before or instead of the application: a small page for people, a problem
 * document for machines. Nothing of the request is repeated in it.
 */
export function refuse(accept: string | undefined, status: number, title: string, detail: string): Response {
  if (!accept?.includes("text/html")) return problem(status, title, detail);
  return new Response(smallPage(title, detail), {
    status,
    headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
  });
}

function smallPage(title: string, detail: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1.125rem/1.6 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style></head>
<body><main><h1>${title}</h1><p>${detail}</p><p><a href="/">Go to the home page</a></p></main></body>
</html>
`;
}
