import { pageContext } from "#app/pages/page-context.ts";
import type { Route } from "./+types/logo-sheet.ts";
import { readLogoSheet } from "./read-logo-sheet.ts";

const kept = { "content-type": "image/svg+xml", "cache-control": "public, max-age=31536000, immutable" };

/** `/logos/<name>`: the logos of the home page's clients in one picture. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const sheet = await readLogoSheet(page, params.name);
  if (sheet === null) throw new Response("There is no such picture.", { status: 404 });
  if (sheet.isWhole) return new Response(sheet.svg, { headers: kept });
  page.requestContext.noStore();
  return new Response(sheet.svg, { headers: { ...kept, "cache-control": "no-store" } });
}
