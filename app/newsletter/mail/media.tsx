import type { Picture as PictureBlock, Video as VideoBlock } from "#app/content/rich-text/document.ts";
import { pictureAddress, widthsOf } from "#app/files/picture.ts";
import { style } from "#app/mail/templates/style.ts";
import { fullAddress, MailLink } from "./inline.tsx";
import { issueStyle } from "./issue-style.ts";
import type { Surroundings } from "./surroundings.ts";

const shownWidth = 512;

/** From the site's own library, the same address for everybody: that it is fetched tells nothing of who reads. */
export function MailPicture({ block, site, pictures }: Surroundings & { block: PictureBlock }) {
  const picture = pictures.get(block.attrs.file);
  if (!picture) return null;
  const width =
    widthsOf(picture.width).find((size) => size >= 2 * shownWidth) ??
    widthsOf(picture.width).at(-1) ??
    picture.width;
  const shown = Math.min(shownWidth, picture.width);
  return (
    <div style={issueStyle.figure}>
      <img
        src={new URL(pictureAddress(picture, width, "webp"), site).href}
        alt={block.attrs.alt || picture.alt}
        width={shown}
        height={Math.round((shown * picture.height) / picture.width)}
        style={{ ...issueStyle.picture, maxWidth: shown }}
      />
      {block.attrs.caption && (
        <p style={style.quiet} className="quiet">
          {block.attrs.caption}
        </p>
      )}
    </div>
  );
}

/** No mail program plays a film. */
export function MailVideo({ block, site }: { block: VideoBlock; site: URL }) {
  return (
    <p style={style.text} className="ink">
      <MailLink href={fullAddress(block.attrs.url, site)}>Watch the video</MailLink>
    </p>
  );
}
