import sharp, { type OverlayOptions } from "sharp";
import { pictureAddress, widthsOf } from "#app/files/pictures/picture.ts";
import type { FileStore } from "#app/files/store/store.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { createQueue } from "#app/platform/background-work.ts";
import type { LogoCell, LogoSprite } from "./arrange-logos.ts";
import { clientRowTags, readClientRow } from "./read-home.ts";

/**
 * The picture of this name as SVG, one logo below the other: a phone asks once for all of them and not for each. Null where the home
 * page shows other logos, since its name follows from what is on it. A logo that can't be had now leaves its place empty, and the
 * picture is not whole.
 */
export async function readLogoSprite(
  { db, files, requestContext }: Pick<PageContext, "db" | "files" | "requestContext">,
  name: string,
): Promise<{ svg: string; isWhole: boolean } | null> {
  requestContext.cacheTags(...clientRowTags);
  const { sprite } = await readClientRow(db);
  if (name !== sprite.name) return null;
  return drawing(async () => {
    const drawn = await Promise.all(
      sprite.cells.map((cell) =>
        drawLogo(files, cell).catch((error: unknown) => {
          requestContext.fail(error);
          return null;
        }),
      ),
    );
    const isThere = (logo: OverlayOptions | null) => logo !== null;
    return { svg: await drawSprite(sprite, drawn.filter(isThere)), isWhole: drawn.every(isThere) };
  });
}

/** While a file is missing each request draws anew, since nobody keeps the answer. */
const drawing = createQueue(1);

/** Null where its file is gone, as between the files and the database of two backups. */
async function drawLogo(
  files: FileStore,
  { picture, width, height, top }: LogoCell,
): Promise<OverlayOptions | null> {
  // The smallest that is large enough, since all are in memory at once.
  const fileWidth = widthsOf(picture.width).find((one) => one >= width) ?? picture.width;
  const stored = await files.read(pictureAddress(picture, fileWidth, "webp").replace("/files/", ""));
  if (!stored) return null;
  return { input: await sharp(stored).resize({ width, height, fit: "fill" }).png().toBuffer(), left: 0, top };
}

/**
 * As SVG, since an `img` can show a part of one. The whole has no shape of its own: WebKit would give that of the first part to
 * all, so each has the shape its `img` says.
 */
async function drawSprite({ cells, width, height }: LogoSprite, logos: OverlayOptions[]): Promise<string> {
  const clear = { width, height, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 0 } };
  const webp = await sharp({ create: clear }).composite(logos).webp({ quality: 82 }).toBuffer();
  const views = cells.map(
    ({ top, width, height }, at) =>
      `<view id="logo-${at}" viewBox="0 ${top} ${width} ${height}" preserveAspectRatio="xMinYMid"/>`,
  );
  const image = `<image width="${width}" height="${height}" href="data:image/webp;base64,${webp.toString("base64")}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none">${views.join("")}${image}</svg>`;
}
