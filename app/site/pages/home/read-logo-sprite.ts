import type { OverlayOptions } from "sharp";
import { loadSharp } from "#app/domain/files/pictures/load-sharp.ts";
import { pictureAddress, widthsOf } from "#app/domain/files/pictures/picture.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { createQueue } from "#app/platform/jobs/background-work.ts";
import type { LogoCell, LogoSprite } from "./arrange-logos.ts";
import { clientRowTags, readClientRow } from "./read-home.ts";

/**
 * The sprite as SVG, so that all logos take one request; null if the home page now shows other logos.
 * A logo that fails to load leaves its place empty, and `isWhole` is false.
 */
export async function readLogoSprite(
  { db, files, requestContext }: Pick<PageContext, "db" | "files" | "requestContext">,
  name: string,
): Promise<{ svg: string; isWhole: boolean } | null> {
  requestContext.cacheTags(...clientRowTags);
  const { sprite } = await readClientRow(db);
  if (name !== sprite.name) return null;
  return renderQueue(async () => {
    const drawn = await Promise.all(
      sprite.cells.map((cell) =>
        renderLogo(files, cell).catch((error: unknown) => {
          requestContext.fail(error);
          return null;
        }),
      ),
    );
    const isThere = (logo: OverlayOptions | null) => logo !== null;
    return { svg: await renderSprite(sprite, drawn.filter(isThere)), isWhole: drawn.every(isThere) };
  });
}

/**
 * Renders one sprite at a time: with a missing file, each request renders it again, since the response is not cached.
 */
const renderQueue = createQueue(1);

/** Null if its file is missing, for example after a restore. */
async function renderLogo(
  files: FileStore,
  { picture, width, height, top }: LogoCell,
): Promise<OverlayOptions | null> {
  // All logos are in memory at once, so the smallest sufficient file is used.
  const fileWidth = widthsOf(picture.width).find((one) => one >= width) ?? picture.width;
  const stored = await files.read(pictureAddress(picture, fileWidth, "webp").replace("/files/", ""));
  if (!stored) return null;
  const sharp = await loadSharp();
  return { input: await sharp(stored).resize({ width, height, fit: "fill" }).png().toBuffer(), left: 0, top };
}

/**
 * Renders SVG, since an `img` can show a part of it. The root has no size: WebKit would apply the shape of the first
 * part to all `img` elements.
 */
async function renderSprite({ cells, width, height }: LogoSprite, logos: OverlayOptions[]): Promise<string> {
  const clear = { width, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const sharp = await loadSharp();
  const webp = await sharp({ create: clear }).composite(logos).webp({ quality: 82 }).toBuffer();
  const views = cells.map(
    ({ top, width, height }, at) =>
      `<view id="logo-${at}" viewBox="0 ${top} ${width} ${height}" preserveAspectRatio="xMinYMid"/>`,
  );
  const image = `<image width="${width}" height="${height}" href="data:image/webp;base64,${webp.toString("base64")}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none">${views.join("")}${image}</svg>`;
}
