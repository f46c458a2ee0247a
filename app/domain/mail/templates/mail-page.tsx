import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Preview } from "@react-email/preview";
import { Text } from "@react-email/text";
import { type CSSProperties, createElement, Fragment, type ReactNode } from "react";
import type { MailCompany } from "../company.ts";

interface MailPageProps {
  lang: "en" | "bn";
  subject: string;
  /** Preview text shown after the subject; empty for none. */
  preview: string;
  heading: string | undefined;
  company: MailCompany;
  children: ReactNode;
}

/** HTML page of every mail: one narrow column under the company's name, in light and dark mode. */
export function MailPage({ lang, subject, preview, heading, company, children }: MailPageProps) {
  return (
    <Html lang={lang}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </Head>
      <body style={style.body} className="paper ink">
        {preview && <Preview>{preview}</Preview>}
        <div style={style.page} className="page">
          <Text style={style.name} className="ink">
            {company.name}
          </Text>
          <WovenLine />
          {heading ? (
            <Heading as="h1" style={style.heading} className="heading ink">
              <TextWithoutBreaks text={heading} />
            </Heading>
          ) : (
            <div style={style.gap} />
          )}
          {children}
        </div>
      </body>
    </Html>
  );
}

/** Text in which references with hyphens are not broken across lines. */
function TextWithoutBreaks({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  for (const word of text.split(/(\s+)/))
    parts.push(/-.*\d|\d.*-/.test(word) ? createElement("span", { style: noWrap }, word) : word);
  return createElement(Fragment, null, ...parts);
}

const noWrap = { whiteSpace: "nowrap" };

/**
 * Line of stepped diamonds, drawn with gradients so that nothing is loaded. Mail programs without gradients show a plain line.
 */
function WovenLine() {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        {rows.map(({ place, style, isThread }) => (
          <tr key={place}>
            <td style={style} className={isThread ? "warp" : undefined} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const step = 2;
const tile = 36;
const blue = "#0b5fff";

/** Half width of the large and the small diamond in each row of a tile, in steps. */
const shape = [
  [0.5, 0],
  [1.5, 0],
  [2.5, 0],
  [3.5, 0.5],
  [4.5, 1.5],
  [3.5, 0.5],
  [2.5, 0],
  [1.5, 0],
  [0.5, 0],
] as const;

const rows = shape.map(([large, small], place) => {
  const isThread = place === 4;
  const image = `linear-gradient(90deg, ${stripe(small * step, large * step)})`;
  return {
    place,
    isThread,
    style: {
      height: step,
      padding: 0,
      fontSize: 0,
      lineHeight: `${step}px`,
      backgroundImage: image,
      // Repeats whole tiles at any column width.
      backgroundSize: `${tile}px ${step}px`,
      backgroundRepeat: "round",
      ...(isThread ? { backgroundColor: "#c3d8ff" } : {}),
    },
  };
});

/** Returns the gradient stops of one row: blue inside diamonds, transparent between. */
function stripe(small: number, large: number): string {
  const [first, second] = [9, 27];
  const edges = [first - large, first + large, second - small, second + small];
  const colours = ["transparent", blue, "transparent", blue, "transparent"];
  return colours.map((colour, at) => `${colour} ${edges[at - 1] ?? 0}px ${edges[at] ?? tile}px`).join(", ");
}

/** System fonts, since mail cannot use web fonts; the list covers Bangla on each system. */
const family =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Nirmala UI", "Noto Sans Bengali", sans-serif';

const ink = "#0d1b2a";
const quiet = "#4a5a6c";
const line = "#dfe6ee";

/** Inline styles, which all mail programs support; classes are used for dark mode. */
export const style = {
  body: { margin: 0, padding: 0, backgroundColor: "#ffffff", color: ink, fontFamily: family },
  page: { maxWidth: 560, margin: "0 auto", padding: "32px 24px 40px" },
  name: { margin: "0 0 14px", fontSize: 19, lineHeight: "24px", fontWeight: 700, letterSpacing: "-0.01em" },
  heading: {
    margin: "40px 0 20px",
    fontSize: 32,
    lineHeight: "36px",
    fontWeight: 700,
    letterSpacing: "-0.02em",
  },
  /** Space below the line without a heading. */
  gap: { height: 28, fontSize: 0, lineHeight: "28px" },
  text: { margin: "0 0 16px", fontSize: 17, lineHeight: "27px" },
  facts: { margin: "24px 0 16px", borderTop: `1px solid ${line}` },
  label: {
    width: 1,
    whiteSpace: "nowrap",
    padding: "10px 20px 10px 0",
    borderBottom: `1px solid ${line}`,
    color: quiet,
    fontSize: 16,
    lineHeight: "24px",
    fontWeight: 400,
    verticalAlign: "top",
  },
  value: {
    padding: "10px 0",
    fontSize: 16,
    lineHeight: "24px",
    borderBottom: `1px solid ${line}`,
    wordBreak: "break-word",
  },
  button: {
    margin: "16px 0 20px",
    padding: "13px 24px",
    borderRadius: 4,
    backgroundColor: blue,
    color: "#ffffff",
    fontSize: 17,
    lineHeight: "22px",
    fontWeight: 600,
    textDecoration: "none",
  },
  quiet: { margin: "0 0 12px", fontSize: 15, lineHeight: "23px", color: quiet },
  /** Link text for copying, less prominent than the button. */
  address: { color: quiet, textDecoration: "underline", wordBreak: "break-all" },
  link: { color: blue, textDecoration: "underline", wordBreak: "break-all" },
  quote: { margin: "16px 0 24px", padding: "2px 0 2px 16px", borderLeft: `3px solid ${line}` },
  quoted: { margin: 0, fontSize: 16, lineHeight: "25px", color: quiet, wordBreak: "break-word" },
  foot: { margin: "40px 0 0", paddingTop: 16, borderTop: `1px solid ${line}` },
} as const satisfies Record<string, CSSProperties>;

/** Rules for mail programs with dark mode and for narrow screens. */
const darkRules = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (prefers-color-scheme:dark){",
  ".paper{background-color:#0d1b2a!important}",
  ".ink{color:#eef3f9!important}",
  ".quiet{color:#a9b8c9!important}",
  ".rule{border-color:#2a3c50!important}",
  ".thread{color:#8fb5ff!important}",
  ".warp{background-color:#234a8f!important}",
  ".wash{background-color:#16273a!important}",
  "}",
  "@media (max-width:480px){",
  ".page{padding:24px 20px 32px!important}",
  ".heading{font-size:28px!important;line-height:32px!important}",
  ".label{display:block!important;border:0!important;padding:10px 0 0!important}",
  ".value{display:block!important;padding:0 0 10px!important}",
  "}",
].join("");
