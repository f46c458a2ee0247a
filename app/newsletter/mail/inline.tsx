import { Fragment, type ReactNode } from "react";
import { isLinkAddress } from "#app/content/rich-text/addresses.ts";
import type { Inline, Mark } from "#app/content/rich-text/document.ts";
import { style } from "#app/mail/templates/style.ts";
import { issueStyle } from "./issue-style.ts";

/** A line of a newsletter: mail programs have no style sheets, so every mark carries its own. */
export function InlineText({ content = [], site }: { content: Inline[] | undefined; site: URL }) {
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
      return <em>{inner}</em>;
    case "strike":
      return <s>{inner}</s>;
    case "underline":
      return <u>{inner}</u>;
    case "code":
      return (
        <code style={issueStyle.code} className="wash">
          {inner}
        </code>
      );
    case "link":
      return <MailLink href={fullAddress(mark.attrs.href, site)}>{inner}</MailLink>;
  }
}

/** Without an address of its own, such as a place on the page, it is plain text. */
export function MailLink({ href, children }: { href: string | null; children: ReactNode }) {
  return href === null ? (
    children
  ) : (
    <a href={href} style={style.link} className="thread">
      {children}
    </a>
  );
}

/** An address as it works in a mailbox: ours in full; null for one that leads nowhere there. */
export function fullAddress(href: string, site: URL): string | null {
  if (!isLinkAddress(href) || href.startsWith("#")) return null;
  return href.startsWith("/") ? new URL(href, site).href : href;
}
