import { Head, Heading, Html, Preview, Text } from "@react-email/components";
import { createElement, Fragment, type ReactNode } from "react";
import type { MailCompany } from "../company.ts";
import { darkRules, style } from "./style.ts";

interface MailPageProps {
  lang: "en" | "bn";
  subject: string;
  /** What a mailbox shows beside the subject; empty for none. */
  preview: string;
  heading: string | undefined;
  company: MailCompany;
  children: ReactNode;
}

/** What every mail is as HTML: one narrow column under the company's name, by day and by night. */
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
              <Unbroken text={heading} />
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

/** Text in which a number with hyphens in it, such as a reference, is never torn in two at the end of a line. */
function Unbroken({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  for (const word of text.split(/(\s+)/))
    parts.push(/-.*\d|\d.*-/.test(word) ? createElement("span", { style: whole }, word) : word);
  return createElement(Fragment, null, ...parts);
}

const whole = { whiteSpace: "nowrap" };

/**
 * A line of stepped diamonds on a thread, of gradients alone, so that nothing is fetched. A mail program that knows no
 * gradients shows the thread.
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

/** How far the large diamond that begins a tile reaches to either side in each row, and the small one that follows; in steps. */
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
      // A whole number of tiles, however wide the column is.
      backgroundSize: `${tile}px ${step}px`,
      backgroundRepeat: "round",
      ...(isThread ? { backgroundColor: "#c3d8ff" } : {}),
    },
  };
});

/** The colours along one row of a tile: blue where a diamond is, nothing between. */
function stripe(small: number, large: number): string {
  const [first, second] = [9, 27];
  const edges = [first - large, first + large, second - small, second + small];
  const colours = ["transparent", blue, "transparent", blue, "transparent"];
  return colours.map((colour, at) => `${colour} ${edges[at - 1] ?? 0}px ${edges[at] ?? tile}px`).join(", ");
}
