import type { CSSProperties } from "react";

/** The site's own letters can't be had in mail: the system's, with one that knows Bangla on each. */
const family =
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Nirmala UI", "Noto Sans Bengali", sans-serif';

const blue = "#0b5fff";
const ink = "#0d1b2a";
const quiet = "#4a5a6c";
const line = "#dfe6ee";

/** Mail programs read styles on the elements only; classes are for the dark. */
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
  /** Below the line where no heading follows. */
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
  /** The link once more, for copying: quieter than the button. */
  address: { color: quiet, textDecoration: "underline", wordBreak: "break-all" },
  link: { color: blue, textDecoration: "underline", wordBreak: "break-all" },
  quote: { margin: "16px 0 24px", padding: "2px 0 2px 16px", borderLeft: `3px solid ${line}` },
  quoted: { margin: 0, fontSize: 16, lineHeight: "25px", color: quiet, wordBreak: "break-word" },
  foot: { margin: "40px 0 0", paddingTop: 16, borderTop: `1px solid ${line}` },
} as const satisfies Record<string, CSSProperties>;

/** For programs that dress mail in the dark; the rest stay with white paper. */
export const darkRules = [
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
