import { join } from "node:path";
import sharp from "sharp";
import { readSettings } from "#app/company/settings.ts";
import { findPublished } from "#app/content/entries.ts";
import type { Kind } from "#app/content/kind.ts";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { toneOf } from "#app/weave/tones.ts";
import type { Route } from "./+types/share-image.ts";
import { openTypeSetter, type TypeSetter } from "./share/set-type.ts";
import { drawShareCard, type ShareCard } from "./share/share-card.ts";

/** `/share/<plural>/<slug>.png` for an entry, `/share/page/<name>.png` for the other pages. Anyone may see it. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, visit, folder } = context.get(pageContext);
  const kind = kinds.find(({ plural }) => plural === params.kind);
  // The router turns an encoded slash into a plain one; the address itself still tells them apart.
  const name = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1)).replace(
    /\.png$/,
    "",
  );
  const card = kind
    ? await cardOfEntry(db, kind, name)
    : params.kind === "page"
      ? await cardOfPage(db, name)
      : null;
  if (card === null) throw new Response("There is no such picture.", { status: 404 });
  visit.keep(labels.settings, ...card.labels);
  const png = await sharp(Buffer.from(drawShareCard(card, await typeSetters(folder))))
    .png({ palette: true, effort: 4 })
    .toBuffer();
  return new Response(new Uint8Array(png), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}

type LabelledCard = ShareCard & { labels: string[] };

async function cardOfEntry(db: Database, kind: Kind, slug: string): Promise<LabelledCard | null> {
  const found = await findPublished(db, kind, slug);
  if (!found || !("entry" in found)) return null;
  const { company } = await readSettings(db);
  const icon: unknown = Reflect.get(found.entry.data, "icon");
  return {
    title: found.entry.title,
    label: kind.label.one,
    company: company.name,
    tone: toneOf(found.entry.title),
    icon: typeof icon === "string" ? icon : "",
    labels: [labels.entry(found.entry.id)],
  };
}

async function cardOfPage(db: Database, name: string): Promise<LabelledCard | null> {
  const { company, home, about, pages } = await readSettings(db);
  const titles: Record<string, string> = {
    home: home.headline,
    about: about.heading,
    services: pages.services.heading,
    media: pages.media.heading,
    clients: pages.clients.heading,
    portfolio: pages.portfolio.heading,
    blog: pages.blog.heading,
    contact: pages.contact.heading,
    calltoaction: pages.callToAction.heading,
  };
  const title = Object.hasOwn(titles, name) ? titles[name] : undefined;
  return title === undefined
    ? null
    : {
        title: title || company.name,
        label: company.tagline,
        company: company.name,
        tone: "deep",
        icon: "",
        labels: [],
      };
}

let setters: Promise<{ display: TypeSetter; text: TypeSetter }> | undefined;

function typeSetters(folder: string) {
  const fonts = (name: string) => join(folder, "app/ui/fonts", name);
  const open = (axes: { weight: number; width: number }) =>
    openTypeSetter(fonts("anek-latin.ttf"), fonts("anek-bangla.ttf"), axes);
  setters ??= Promise.all([open({ weight: 650, width: 88 }), open({ weight: 500, width: 96 })]).then(
    ([display, text]) => ({ display, text }),
  );
  return setters;
}
