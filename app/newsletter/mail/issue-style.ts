import type { CSSProperties } from "react";
import { style } from "#app/mail/templates/style.ts";

const heading = { fontWeight: 700, letterSpacing: "-0.015em" };

/** What a newsletter has beyond letters. */
export const issueStyle = {
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
