import { readSettings } from "#app/domain/company/settings.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Route } from "./+types/manifest.ts";

/** The web manifest, from the company's own name. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext } = context.get(pageContext);
  requestContext.cacheTags(cacheTags.settings);
  const { company } = await readSettings(db);
  const icons = [192, 512].map((size) => ({
    src: `/icons/${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any",
  }));
  const maskable = {
    src: "/icons/maskable-512.png",
    sizes: "512x512",
    type: "image/png",
    purpose: "maskable",
  };
  const name = company.name || "Frontdesk";
  const manifest = {
    name,
    short_name: name,
    description: company.tagline,
    start_url: "/",
    display: "browser",
    background_color: "#ffffff",
    theme_color: "#ffffff",
    icons: [...icons, maskable],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "content-type": "application/manifest+json; charset=utf-8" },
  });
}
