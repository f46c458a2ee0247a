import { type CSSProperties, Fragment, type ReactNode } from "react";
import { mailPictureAddress, type Picture } from "#app/files/pictures/picture.ts";
import { style } from "#app/mail/templates/mail-page.tsx";
import { isLinkAddress } from "#app/rich-text/schema/addresses.ts";
import type {
  Block,
  Inline,
  ListItem,
  Mark,
  PictureBlock,
  Table,
  TableCell,
  Video as VideoBlock,
} from "#app/rich-text/schema/document.ts";
import { inlineText } from "#app/rich-text/text.ts";

export function Blocks({
  blocks,
  isTight = false,
  ...around
}: Surroundings & { blocks: readonly Block[]; isTight?: boolean }) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
    <OneBlock key={place} block={block} isTight={isTight && place === blocks.length - 1} {...around} />
  ));
}

function OneBlock({ block, isTight, ...around }: Surroundings & { block: Block; isTight: boolean }) {
  switch (block.type) {
    case "paragraph":
      return (
        <p style={isTight ? campaignStyle.tight : style.text} className="ink">
          <InlineText content={block.content} site={around.site} />
        </p>
      );
    case "heading": {
      const Tag = `h${block.attrs.level}` as const;
      return (
        <Tag style={campaignStyle[Tag]} className="ink">
          <InlineText content={block.content} site={around.site} />
        </Tag>
      );
    }
    case "bulletList":
      return (
        <ul style={campaignStyle.list} className="ink">
          <Items items={block.content} {...around} />
        </ul>
      );
    case "orderedList":
      return (
        <ol start={block.attrs?.start} style={campaignStyle.list} className="ink">
          <Items items={block.content} {...around} />
        </ol>
      );
    case "blockquote":
      return (
        <blockquote style={campaignStyle.quote}>
          <Blocks blocks={block.content} isTight={!block.attrs?.cite} {...around} />
          {block.attrs?.cite && (
            <p style={campaignStyle.cite} className="quiet">
              {block.attrs.cite}
            </p>
          )}
        </blockquote>
      );
    case "codeBlock":
      return (
        <pre style={campaignStyle.block} className="ink wash">
          {inlineText(block.content)}
        </pre>
      );
    case "horizontalRule":
      return <hr style={campaignStyle.rule} className="rule" />;
    case "table":
      return <MailTable block={block} write={(content) => <Blocks blocks={content} isTight {...around} />} />;
    case "image":
      return <MailPicture block={block} {...around} />;
    case "gallery":
      return <Blocks blocks={block.content} {...around} />;
    case "video":
      return <MailVideo block={block} site={around.site} />;
  }
}

function Items({ items, ...around }: Surroundings & { items: readonly ListItem[] }) {
  return items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
    <li key={place} style={campaignStyle.item}>
      <Blocks blocks={item.content} isTight {...around} />
    </li>
  ));
}

type Write = (blocks: readonly Block[]) => ReactNode;

/** A table of figures; those that mails are laid out with are marked as such. */
function MailTable({ block, write }: { block: Table; write: Write }) {
  return (
    <table width="100%" style={campaignStyle.table} className="ink">
      <tbody>
        {block.content.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
          <tr key={place}>
            {(row.content ?? []).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
              <Cell key={column} cell={cell} write={write} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell, write }: { cell: TableCell; write: Write }) {
  const Tag = cell.type === "tableHeader" ? "th" : "td";
  return (
    <Tag
      colSpan={cell.attrs?.colspan}
      rowSpan={cell.attrs?.rowspan}
      style={campaignStyle.cell}
      className="rule"
    >
      {write(cell.content)}
    </Tag>
  );
}

const shownWidth = 512;
/** A picture many times as high as wide would push all that follows out of sight. */
const largestHeight = 640;

/** From the site's own library, the same address for everybody: that it is fetched tells nothing of who reads. */
function MailPicture({ block, site, pictures }: Surroundings & { block: PictureBlock }) {
  const picture = pictures.get(block.attrs.file);
  if (!picture) return null;
  const widest = (largestHeight * picture.width) / picture.height;
  const shown = Math.max(1, Math.round(Math.min(shownWidth, picture.width, widest)));
  return (
    <div style={campaignStyle.figure}>
      <img
        src={new URL(mailPictureAddress(picture), site).href}
        alt={block.attrs.alt || picture.alt}
        width={shown}
        height={Math.round((shown * picture.height) / picture.width)}
        style={{ ...campaignStyle.picture, maxWidth: shown }}
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
function MailVideo({ block, site }: { block: VideoBlock; site: URL }) {
  return (
    <p style={style.text} className="ink">
      <MailLink href={fullAddress(block.attrs.url, site)}>
        Watch the video{block.attrs.caption && `: ${block.attrs.caption}`}
      </MailLink>
    </p>
  );
}

/** A line of a newsletter: mail programs have no style sheets, so every mark carries its own. */
function InlineText({ content = [], site }: { content: Inline[] | undefined; site: URL }) {
  return content.map((node, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
    <Fragment key={place}>
      {node.type === "hardBreak" ? (
        <br />
      ) : (
        (node.marks ?? []).reduceRight((inner, mark) => wrap(inner, mark, site), node.text as ReactNode)
      )}
    </Fragment>
  ));
}

function wrap(inner: ReactNode, mark: Mark, site: URL): ReactNode {
  switch (mark.type) {
    case "bold":
      return <strong>{inner}</strong>;
    case "italic":
      return <em style={campaignStyle.emphasis}>{inner}</em>;
    case "strike":
      return <s>{inner}</s>;
    case "underline":
      return <u>{inner}</u>;
    case "code":
      return (
        <code style={campaignStyle.code} className="wash">
          {inner}
        </code>
      );
    case "anchor":
      return inner;
    case "link":
      return <MailLink href={fullAddress(mark.attrs.href, site)}>{inner}</MailLink>;
  }
}

/** Without an address of its own, such as a place on the page, it is plain text. */
function MailLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <a href={href} style={style.link} className="thread">
      {children}
    </a>
  );
}

/** An address as it works in a mailbox: ours in full; null for one that leads nowhere there. */
function fullAddress(href: string, site: URL): string | null {
  if (!isLinkAddress(href) || href.startsWith("#")) return null;
  return href.startsWith("/") ? new URL(href, site).href : href;
}

const heading = { fontWeight: 700, letterSpacing: "-0.015em" };

/** What a newsletter has beyond other mail. */
const campaignStyle = {
  emphasis: { fontStyle: "normal", fontWeight: 600 },
  h2: { ...heading, margin: "36px 0 14px", fontSize: 24, lineHeight: "29px" },
  h3: { ...heading, margin: "30px 0 12px", fontSize: 19, lineHeight: "25px" },
  h4: { ...heading, margin: "26px 0 10px", fontSize: 17, lineHeight: "24px" },
  list: { margin: "0 0 16px", padding: "0 0 0 24px", fontSize: 17, lineHeight: "27px" },
  item: { margin: "0 0 8px" },
  tight: { ...style.text, margin: 0 },
  quote: { margin: "0 0 18px", padding: "2px 0 2px 18px", borderLeft: "3px solid #0b5fff" },
  cite: { ...style.quiet, margin: 0 },
  code: {
    padding: "1px 4px",
    fontFamily: "ui-monospace, Menlo, Consolas, monospace",
    fontSize: "0.92em",
    backgroundColor: "#f3f6fa",
  },
  block: {
    margin: "0 0 18px",
    padding: "14px 16px",
    fontSize: 14,
    lineHeight: "21px",
    overflowWrap: "anywhere",
    whiteSpace: "pre-wrap",
    fontFamily: "ui-monospace, Menlo, Consolas, monospace",
    backgroundColor: "#f3f6fa",
  },
  rule: { margin: "32px 0", border: 0, borderTop: "1px solid #dfe6ee" },
  table: { margin: "0 0 18px", borderCollapse: "collapse", fontSize: 16, lineHeight: "24px" },
  cell: {
    padding: "8px 14px 8px 0",
    borderBottom: "1px solid #dfe6ee",
    textAlign: "left",
    verticalAlign: "top",
  },
  picture: { display: "block", width: "100%", height: "auto", margin: "0 0 8px", borderRadius: 4 },
  figure: { margin: "24px 0" },
} as const satisfies Record<string, CSSProperties>;

/** What blocks need beside themselves. */
export interface Surroundings {
  site: URL;
  pictures: ReadonlyMap<string, Picture>;
}
