import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/robots.ts";

/** Excludes form answers, searches and accounts from search engines. */
export function loader({ context }: Route.LoaderArgs) {
  const { requestContext, publicUrl } = context.get(pageContext);
  requestContext.cacheTags();
  const closed = [
    "/dashboard",
    "/api/",
    "/search",
    "/myprofile",
    "/reset-password",
    "/verify-email",
    "/auth/",
    "/setup",
  ];
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${new URL("/sitemap.xml", publicUrl).href}`,
    "",
  ];
  return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
