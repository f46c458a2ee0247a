import type { Block, ListItem } from "#app/content/rich-text/document.ts";
import { inlineText } from "#app/content/rich-text/text.ts";
import { style } from "#app/mail/templates/style.ts";
import { InlineText } from "./inline.tsx";
import { issueStyle } from "./issue-style.ts";
import { MailPicture, MailVideo } from "./media.tsx";
import type { Surroundings } from "./surroundings.ts";
import { MailTable } from "./table.tsx";

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
        <p style={isTight ? issueStyle.tight : style.text} className="ink">
          <InlineText content={block.content} site={around.site} />
        </p>
      );
    case "heading": {
      const Tag = `h${block.attrs.level}` as const;
      return (
        <Tag style={issueStyle[Tag]} className="ink">
          <InlineText content={block.content} site={around.site} />
        </Tag>
      );
    }
    case "bulletList":
      return (
        <ul style={issueStyle.list} className="ink">
          <Items items={block.content} {...around} />
        </ul>
      );
    case "orderedList":
      return (
        <ol start={block.attrs?.start} style={issueStyle.list} className="ink">
          <Items items={block.content} {...around} />
        </ol>
      );
    case "blockquote":
      return (
        <blockquote style={issueStyle.quote}>
          <Blocks blocks={block.content} isTight={!block.attrs?.cite} {...around} />
          {block.attrs?.cite && (
            <p style={issueStyle.cite} className="quiet">
              {block.attrs.cite}
            </p>
          )}
        </blockquote>
      );
    case "codeBlock":
      return (
        <pre style={issueStyle.block} className="ink wash">
          {inlineText(block.content)}
        </pre>
      );
    case "horizontalRule":
      return <hr style={issueStyle.rule} className="rule" />;
    case "table":
      return <MailTable block={block} write={(content) => <Blocks blocks={content} isTight {...around} />} />;
    case "image":
      return <MailPicture block={block} {...around} />;
    case "video":
      return <MailVideo block={block} site={around.site} />;
  }
}

function Items({ items, ...around }: Surroundings & { items: readonly ListItem[] }) {
  return items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: it is drawn once
    <li key={place} style={issueStyle.item}>
      <Blocks blocks={item.content} isTight {...around} />
    </li>
  ));
}
