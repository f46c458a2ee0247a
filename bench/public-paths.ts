import { decodeEntities } from "#app/rich-text/html/entities.ts";

/** Every kind of public page, one of each, taken from the running site's own map. */
export async function publicPaths(site: string): Promise<string[]> {
  const index = await read(`${site}/sitemap.xml`);
  const maps = await Promise.all(index.map((address) => read(address)));
  const paths = maps.flat().map((address) => new URL(address).pathname);
  const firstOf = (prefix: string) => paths.filter((path) => path.startsWith(prefix)).slice(0, 1);
  const single = paths.filter((path) => path.split("/").length === 2);
  return [
    ...single,
    ...["/services/", "/media/", "/portfolio/", "/blog/"].flatMap(firstOf),
    "/search?q=web",
    "/login",
    "/registration",
  ];
}

async function read(address: string): Promise<string[]> {
  const text = await (await fetch(address)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].flatMap(([, found]) =>
    found ? decodeEntities(found) : [],
  );
}
