import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { renderToStaticMarkup } from "react-dom/server";
import type { MailCompany } from "#app/domain/mail/company.ts";
import { MailPage, style } from "#app/domain/mail/templates/mail-page.tsx";
import type { Block, Inline, ListItem } from "#app/lib/rich-text/schema/document.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import { inlineText, toText } from "#app/lib/rich-text/text.ts";
import { type BlockContext, Blocks } from "./blocks.tsx";

/** Renders a newsletter as HTML and as plain text with the same content. */
export function renderCampaign(props: CampaignPageProps): { html: string; text: string } {
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(<CampaignPage {...props} />)}`,
    text: renderText(props),
  };
}

/** Renders a newsletter as plain text, with full URLs. */
function renderText(props: CampaignPageProps): string {
  const { subject, body, company, address, leaveLink, webLink, site } = props;
  const blocks = [
    `${subject}\n${"=".repeat(Math.min([...subject].length, 70))}`,
    ...body.content.map((block) => writeBlock(block, site)),
    `-- \nYou get this because you subscribed to the newsletter of ${company.name}.`,
    `Unsubscribe:\n${leaveLink}`,
    webLink ? `Read it on the web:\n${webLink}` : "",
    [company.name, address, company.url.origin].filter(Boolean).join("\n"),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function writeBlock(block: Block, site: URL): string {
  switch (block.type) {
    case "paragraph":
      return writeLine(block.content, site);
    case "heading":
      return underline(writeLine(block.content, site));
    case "bulletList":
      return writeList(block.content, site, () => "- ");
    case "orderedList":
      return writeList(block.content, site, (place) => `${(block.attrs?.start ?? 1) + place}. `);
    case "blockquote":
      return prefixLines(
        [...block.content.map((one) => writeBlock(one, site)), block.attrs?.cite ?? ""],
        "> ",
      );
    case "codeBlock":
      return prefixLines([inlineText(block.content)], "    ");
    case "horizontalRule":
      return "* * *";
    case "table":
      return block.content
        .map((row) => (row.content ?? []).map((cell) => writeCell(cell.content, site)).join(" | "))
        .join("\n");
    case "image":
      return block.attrs.caption ? `[${block.attrs.caption}]` : "";
    case "gallery":
      return block.content
        .map((one) => writeBlock(one, site))
        .filter((line) => line !== "")
        .join("\n");
    case "video":
      return `Watch the video${block.attrs.caption ? ` “${block.attrs.caption}”` : ""}:\n${toAbsoluteUrl(block.attrs.url, site)}`;
  }
}

/** Writes a link as its text and the URL, unless both are equal. */
function writeLine(content: Inline[] | undefined, site: URL): string {
  return (content ?? [])
    .map((node) => {
      if (node.type === "hardBreak") return "\n";
      const link = node.marks?.find((one) => one.type === "link");
      const href = link ? toAbsoluteUrl(link.attrs.href, site) : "";
      return href === "" || href === node.text ? node.text : `${node.text} (${href})`;
    })
    .join("");
}

function toAbsoluteUrl(href: string, site: URL): string {
  if (href.startsWith("#")) return "";
  return href.startsWith("/") ? new URL(href, site).href : href;
}

function underline(text: string): string {
  return `${text}\n${"-".repeat(Math.min([...text].length, 70))}`;
}

function writeList(items: readonly ListItem[], site: URL, prefix: (place: number) => string): string {
  return items
    .map((item, place) => {
      const marker = prefix(place);
      const inner = item.content.map((block) => writeBlock(block, site)).join("\n");
      return marker + inner.replaceAll("\n", `\n${" ".repeat(marker.length)}`);
    })
    .join("\n");
}

function writeCell(blocks: readonly Block[], site: URL): string {
  return blocks.map((block) => writeBlock(block, site).replace(/\s*\n\s*/g, " ")).join(" ");
}

function prefixLines(parts: readonly string[], prefix: string): string {
  const lines = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n");
  return lines.map((line) => (prefix + line).trimEnd()).join("\n");
}

/** Content of a newsletter to render. */
export interface CampaignPageProps extends BlockContext {
  subject: string;
  preview: string;
  body: RichText;
  company: MailCompany;
  /** Postal address of the company, required by law in some countries. */
  address: string;
  leaveLink: string;
  /** URL in the archive; null if it is not public. */
  webLink: string | null;
}

/** Newsletter as HTML: one column, only its own pictures, and no tracking. */
function CampaignPage({
  subject,
  preview,
  body,
  company,
  address,
  leaveLink,
  webLink,
  ...context
}: CampaignPageProps) {
  return (
    <MailPage
      subject={subject}
      preview={preview}
      company={company}
      lang={isMainlyBangla(toText(body)) ? "bn" : "en"}
      heading={subject}
    >
      <Blocks blocks={body.content} {...context} />
      <div style={style.foot} className="rule">
        <Text style={style.quiet} className="quiet">
          You get this because you subscribed to the newsletter of {company.name}.
        </Text>
        <Text style={style.quiet} className="quiet">
          <FootLink href={leaveLink}>Unsubscribe</FootLink>
          {webLink && (
            <>
              {" · "}
              <FootLink href={webLink}>Read it on the web</FootLink>
            </>
          )}
        </Text>
        <Text style={style.quiet} className="quiet">
          {company.name}
          {address && `, ${address}`} · <FootLink href={company.url.origin}>{company.url.host}</FootLink>
        </Text>
      </div>
    </MailPage>
  );
}

function FootLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} style={style.address} className="quiet">
      {children}
    </Link>
  );
}
