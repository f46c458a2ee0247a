import { join } from "node:path";
import { readSettings } from "#app/domain/company/settings.ts";
import { coverIdOf, type Kind } from "#app/domain/content/kind.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { loadSharp } from "#app/domain/files/pictures/load-sharp.ts";
import { findPictures, largestAddress, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { clustersOf } from "#app/lib/text/cut.ts";
import { mark } from "#app/lib/weave/ornaments.ts";
import { type Tone, toneOf } from "#app/lib/weave/tones.ts";
import { weave } from "#app/lib/weave/weave.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { nameForVisitors } from "#app/site/parts/kind-name.ts";
import type { Route } from "./+types/share-image.ts";
import type { TypeSetter } from "./type-setter.ts";
import { escapeXml } from "./xml.ts";

/** `/share/<plural>/<slug>.png` for an entry, `/share/page/<name>.png` for the other pages. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db, files, requestContext, folder } = context.get(pageContext);
  const kind = kinds.find(({ plural }) => plural === params.kind);
  // The router decodes encoded slashes, so the name comes from the raw address.
  const file = decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf("/") + 1));
  // Without this check another ending would cache the same picture again.
  if (!file.endsWith(".png")) throw new Response("There is no such picture.", { status: 404 });
  const name = file.slice(0, -".png".length);
  const card = kind
    ? await cardOfEntry(db, kind, name)
    : params.kind === "page"
      ? await cardOfPage(db, name)
      : null;
  if (card === null) throw new Response("There is no such picture.", { status: 404 });
  requestContext.cacheTags(cacheTags.settings, ...card.tags);
  const shown = card.cover && (await readPicture(files, card.cover));
  const sharp = await loadSharp();
  const png = await sharp(Buffer.from(renderShareCard(card, await typeSetters(folder), shown !== null)))
    .composite(shown ? [placePicture(shown)] : [])
    // Dithering would spread near-white of the ornament over the white background.
    .png({ palette: true, effort: 4, dither: 0 })
    .toBuffer();
  return new Response(new Uint8Array(png), {
    headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
  });
}

/** Width in pixels of the ornament at the right; wider with a picture. */
const clothWidth = { alone: 440, withPicture: 540 } as const;

interface ShownPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Reads the picture in the size of the card; null without its file, since a card works without a picture. */
async function readPicture(files: FileStore, picture: Picture): Promise<ShownPicture | null> {
  const name = largestAddress(picture).replace("/files/", "");
  const stored = await files.read(name).catch(() => null);
  if (!stored) return null;
  const room = { width: clothWidth.withPicture - 64, height: height - 96, fit: "inside" } as const;
  const sharp = await loadSharp();
  const { data, info } = await sharp(stored).resize(room).png().toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

function placePicture(shown: ShownPicture) {
  return {
    input: shown.bytes,
    left: Math.round(width - (clothWidth.withPicture + shown.width) / 2),
    top: Math.round((height - shown.height) / 2),
  };
}

type TaggedCard = ShareCard & { tags: string[] };

async function cardOfEntry(db: Database, kind: Kind, slug: string): Promise<TaggedCard | null> {
  const found = await findPublished(db, kind, slug);
  if (!found || !("entry" in found)) return null;
  const { company } = await readSettings(db);
  const icon: unknown = Reflect.get(found.entry.data, "icon");
  const coverId = coverIdOf(kind, found.entry.data);
  return {
    title: found.entry.title,
    label: nameForVisitors(kind),
    company: company.name,
    tone: toneOf(found.entry.title),
    icon: typeof icon === "string" ? icon : "",
    cover: (await findPictures(db, coverId ? [coverId] : [])).get(coverId ?? "") ?? null,
    tags: [cacheTags.entry(found.entry.id), cacheTags.files],
  };
}

async function cardOfPage(db: Database, name: string): Promise<TaggedCard | null> {
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
        cover: null,
        tags: [],
      };
}

let setters: Promise<{ display: TypeSetter; text: TypeSetter }> | undefined;

function typeSetters(folder: string) {
  setters ??= openTypeSetters(folder);
  return setters;
}

async function openTypeSetters(folder: string) {
  // Only share images need its fonts and WebAssembly.
  const { openTypeSetter } = await import("./type-setter.ts");
  const fonts = (name: string) => join(folder, "app/lib/ui/fonts", name);
  const open = (axes: { weight: number; width: number }) =>
    openTypeSetter(fonts("anek-latin.ttf"), fonts("anek-bangla.ttf"), axes);
  const [display, text] = await Promise.all([
    open({ weight: 650, width: 88 }),
    open({ weight: 500, width: 96 }),
  ]);
  return { display, text };
}

interface ShareCard {
  title: string;
  /** Kind of page, above the title: "Service", "Case study". */
  label: string;
  company: string;
  tone: Tone;
  icon: string;
  /** Cover picture, over the ornament. */
  cover: Picture | null;
}

const [width, height] = [1200, 630];

/** Renders the share picture of a page, 1200×630, as SVG with all text as outlines. */
function renderShareCard(
  card: ShareCard,
  type: { display: TypeSetter; text: TypeSetter },
  hasPicture: boolean,
): string {
  const right = hasPicture ? clothWidth.withPicture : clothWidth.alone;
  const cloth = weave({
    seed: card.title,
    width: right,
    height,
    tone: card.tone,
    ...(card.icon && !hasPicture ? { icon: card.icon } : {}),
  });
  const { lines, size } = fitTitle(card.title, type.display, width - right - 120);
  const top = 330 - (lines.length * size * 1.08) / 2 + size * 0.75;
  const title = lines.map((line, at) =>
    renderLine(type.display, line, 72, top + at * size * 1.08, size, "#0d1b2a"),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<svg x="${width - right}" width="${right}" height="${height}">${cloth}</svg>
${renderLine(type.text, card.label, 72, 104, 30, "#0b5fff")}
${title.join("")}
<svg x="72" y="520" width="46" height="46">${mark()}</svg>
${renderLine(type.text, card.company, 132, 553, 32, "#0d1b2a")}
<title>${escapeXml(card.title)}</title></svg>`;
}

/** Finds the largest font size at which the title fits; longer titles end in an ellipsis. */
function fitTitle(title: string, type: TypeSetter, room: number): { lines: string[]; size: number } {
  const breakAt = (size: number) =>
    breakLines(title, (text) => (type.set(text).width * size) / type.unitsPerEm <= room);
  for (const size of [84, 72, 62, 54, 46]) {
    const lines = breakAt(size);
    if (lines.length * size <= 330) return { lines, size };
  }
  const lines = breakAt(46).slice(0, 7);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1) ?? ""}…`], size: 46 };
}

function renderLine(
  type: TypeSetter,
  text: string,
  x: number,
  y: number,
  size: number,
  fill: string,
): string {
  const scale = size / type.unitsPerEm;
  return `<path fill="${fill}" transform="translate(${x} ${y.toFixed(1)})scale(${scale})" d="${type.set(text).path}"/>`;
}

/** Breaks a text into lines that fit, at spaces. A word wider than a line breaks between grapheme clusters. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((whole) => breakWord(whole, fits))) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function breakWord(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  for (const cluster of clustersOf(word)) {
    const longer = (parts.at(-1) ?? "") + cluster;
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(cluster);
  }
  return parts;
}
