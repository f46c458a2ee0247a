import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { renderToStaticMarkup } from "react-dom/server";
import type { MailCompany } from "#app/mail/company.ts";
import { MailPage, style } from "#app/mail/templates/mail-page.tsx";
import type { Block, Inline, ListItem } from "#app/rich-text/schema/document.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { inlineText, toText } from "#app/rich-text/text.ts";
import { Blocks, type Surroundings } from "./blocks.tsx";

/** A newsletter as HTML and as plain text; both say the same. */
export function renderCampaign(props: CampaignPageProps): { html: string; text: string } {
  return {
    html: `<!DOCTYPE html>${renderToStaticMarkup(<CampaignPage {...props} />)}`,
    text: campaignText(props),
  };
}

/** A newsletter as plain text, with its links in full. */
function campaignText(props: CampaignPageProps): string {
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
      return mark([...block.content.map((one) => writeBlock(one, site)), block.attrs?.cite ?? ""], "> ");
    case "codeBlock":
      return mark([inlineText(block.content)], "    ");
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
      return `Watch the video${block.attrs.caption ? ` “${block.attrs.caption}”` : ""}:\n${absolute(block.attrs.url, site)}`;
  }
}

/** Words that are a link are followed by its address, unless they are the address. */
function writeLine(content: Inline[] | undefined, site: URL): string {
  return (content ?? [])
    .map((node) => {
      if (node.type === "hardBreak") return "\n";
      const link = node.marks?.find((one) => one.type === "link");
      const href = link ? absolute(link.attrs.href, site) : "";
      return href === "" || href === node.text ? node.text : `${node.text} (${href})`;
    })
    .join("");
}

function absolute(href: string, site: URL): string {
  if (href.startsWith("#")) return "";
  return href.startsWith("/") ? new URL(href, site).href : href;
}

function underline(text: string): string {
  return `${text}\n${"-".repeat(Math.min([...text].length, 70))}`;
}

function writeList(items: readonly ListItem[], site: URL, sign: (place: number) => string): string {
  return items
    .map((item, place) => {
      const begin = sign(place);
      const inner = item.content.map((block) => writeBlock(block, site)).join("\n");
      return begin + inner.replaceAll("\n", `\n${" ".repeat(begin.length)}`);
    })
    .join("\n");
}

function writeCell(blocks: readonly Block[], site: URL): string {
  return blocks.map((block) => writeBlock(block, site).replace(/\s*\n\s*/g, " ")).join(" ");
}

function mark(parts: readonly string[], sign: string): string {
  const lines = parts
    .filter((part) => part !== "")
    .join("\n\n")
    .split("\n");
  return lines.map((line) => (sign + line).trimEnd()).join("\n");
}

/** A newsletter as it is to be set. */
export interface CampaignPageProps extends Surroundings {
  subject: string;
  preview: string;
  body: RichText;
  company: MailCompany;
  /** Where the company sits, as its readers' laws ask. */
  address: string;
  leaveLink: string;
  /** Where it stands on the web; null when it does not. */
  webLink: string | null;
}

/** A newsletter as HTML for mailboxes: one column, no pictures but its own, nothing that tells who reads it. */
function CampaignPage({
  subject,
  preview,
  body,
  company,
  address,
  leaveLink,
  webLink,
  ...around
}: CampaignPageProps) {
  return (
    <MailPage
      subject={subject}
      preview={preview}
      company={company}
      lang={isMainlyBangla(toText(body)) ? "bn" : "en"}
      heading={subject}
    >
      <Blocks blocks={body.content} {...around} />
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
