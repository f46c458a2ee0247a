import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/logo-sprite.ts";
import { readLogoSprite } from "./read-logo-sprite.ts";

const cacheHeaders = {
  "content-type": "image/svg+xml",
  "cache-control": "public, max-age=31536000, immutable",
};

/** `/logos/<name>`: the logos of the home page's clients in one picture. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const sprite = await readLogoSprite(page, params.name);
  if (sprite === null) throw new Response("There is no such picture.", { status: 404 });
  if (sprite.isWhole) return new Response(sprite.svg, { headers: cacheHeaders });
  page.requestContext.noStore();
  return new Response(sprite.svg, { headers: { ...cacheHeaders, "cache-control": "no-store" } });
}
