import { type CSSProperties, Fragment, type ReactNode } from "react";
import { mailPictureAddress, type Picture } from "#app/domain/files/pictures/picture.ts";
import { style } from "#app/domain/mail/templates/mail-page.tsx";
import { isLinkAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type {
  Block,
  Inline,
  ListItem,
  Mark,
  PictureBlock,
  Table,
  TableCell,
  Video as VideoBlock,
} from "#app/lib/rich-text/schema/document.ts";
import { inlineText } from "#app/lib/rich-text/text.ts";

export function Blocks({
  blocks,
  isTight = false,
  ...context
}: BlockContext & { blocks: readonly Block[]; isTight?: boolean }) {
  return blocks.map((block, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
    <OneBlock key={place} block={block} isTight={isTight && place === blocks.length - 1} {...context} />
  ));
}

function OneBlock({ block, isTight, ...context }: BlockContext & { block: Block; isTight: boolean }) {
  switch (block.type) {
    case "paragraph":
      return (
        <p style={isTight ? campaignStyle.tight : style.text} className="ink">
          <InlineText content={block.content} site={context.site} />
        </p>
      );
    case "heading": {
      const Tag = `h${block.attrs.level}` as const;
      return (
        <Tag style={campaignStyle[Tag]} className="ink">
          <InlineText content={block.content} site={context.site} />
        </Tag>
      );
    }
    case "bulletList":
      return (
        <ul style={campaignStyle.list} className="ink">
          <Items items={block.content} {...context} />
        </ul>
      );
    case "orderedList":
      return (
        <ol start={block.attrs?.start} style={campaignStyle.list} className="ink">
          <Items items={block.content} {...context} />
        </ol>
      );
    case "blockquote":
      return (
        <blockquote style={campaignStyle.quote}>
          <Blocks blocks={block.content} isTight={!block.attrs?.cite} {...context} />
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
      return (
        <MailTable
          block={block}
          renderBlocks={(content) => <Blocks blocks={content} isTight {...context} />}
        />
      );
    case "image":
      return <MailPicture block={block} {...context} />;
    case "gallery":
      return <Blocks blocks={block.content} {...context} />;
    case "video":
      return <MailVideo block={block} site={context.site} />;
  }
}

function Items({ items, ...context }: BlockContext & { items: readonly ListItem[] }) {
  return items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
    <li key={place} style={campaignStyle.item}>
      <Blocks blocks={item.content} isTight {...context} />
    </li>
  ));
}

type RenderBlocks = (blocks: readonly Block[]) => ReactNode;

/** Data table. Layout tables have role="presentation". */
function MailTable({ block, renderBlocks }: { block: Table; renderBlocks: RenderBlocks }) {
  return (
    <table width="100%" style={campaignStyle.table} className="ink">
      <tbody>
        {block.content.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
          <tr key={place}>
            {(row.content ?? []).map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
              <Cell key={column} cell={cell} renderBlocks={renderBlocks} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell, renderBlocks }: { cell: TableCell; renderBlocks: RenderBlocks }) {
  const Tag = cell.type === "tableHeader" ? "th" : "td";
  return (
    <Tag
      colSpan={cell.attrs?.colspan}
      rowSpan={cell.attrs?.rowspan}
      style={campaignStyle.cell}
      className="rule"
    >
      {renderBlocks(cell.content)}
    </Tag>
  );
}

const maxWidth = 512;
/** Limits the height of tall pictures to about one screen. */
const maxHeight = 640;

/** Picture from the site's library; its URL is the same for all readers, so that requests do not identify them. */
function MailPicture({ block, site, pictures }: BlockContext & { block: PictureBlock }) {
  const picture = pictures.get(block.attrs.file);
  if (!picture) return null;
  const widest = (maxHeight * picture.width) / picture.height;
  const shown = Math.max(1, Math.round(Math.min(maxWidth, picture.width, widest)));
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

/** Link to a video, since mail programs do not play videos. */
function MailVideo({ block, site }: { block: VideoBlock; site: URL }) {
  return (
    <p style={style.text} className="ink">
      <MailLink href={toAbsoluteUrl(block.attrs.url, site)}>
        Watch the video{block.attrs.caption && `: ${block.attrs.caption}`}
      </MailLink>
    </p>
  );
}

/** Text with inline styles, since mail programs ignore style sheets. */
function InlineText({ content = [], site }: { content: Inline[] | undefined; site: URL }) {
  return content.map((node, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once
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
      return <MailLink href={toAbsoluteUrl(mark.attrs.href, site)}>{inner}</MailLink>;
  }
}

/** Link, or plain text without an absolute address. */
function MailLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <a href={href} style={style.link} className="thread">
      {children}
    </a>
  );
}

/** Returns an absolute URL; null for one that does not work in a mail. */
function toAbsoluteUrl(href: string, site: URL): string | null {
  if (!isLinkAddress(href) || href.startsWith("#")) return null;
  return href.startsWith("/") ? new URL(href, site).href : href;
}

const heading = { fontWeight: 700, letterSpacing: "-0.015em" };

/** Styles used only in newsletters. */
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

/** Context shared by all blocks. */
export interface BlockContext {
  site: URL;
  pictures: ReadonlyMap<string, Picture>;
}
