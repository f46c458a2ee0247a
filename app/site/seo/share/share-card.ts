import { mark } from "#app/weave/logo.ts";
import type { Tone } from "#app/weave/tones.ts";
import { weave } from "#app/weave/weave.ts";
import { escapeXml } from "../xml.ts";
import type { TypeSetter } from "./set-type.ts";

export interface ShareCard {
  title: string;
  /** What it is, above the title: "Service", "Case study". */
  label: string;
  company: string;
  tone: Tone;
  icon: string;
}

const [width, height, textWidth] = [1200, 630, 640];

/** The picture that shows a page in other people's feeds, 1200×630, as SVG with all text as outlines. */
export function drawShareCard(card: ShareCard, type: { display: TypeSetter; text: TypeSetter }): string {
  const cloth = weave({
    seed: card.title,
    width: 440,
    height,
    tone: card.tone,
    ...(card.icon ? { icon: card.icon } : {}),
  });
  const { lines, size } = fitTitle(card.title, type.display);
  const top = 330 - (lines.length * size * 1.08) / 2 + size * 0.75;
  const title = lines.map((line, at) =>
    drawLine(type.display, line, 72, top + at * size * 1.08, size, "#0d1b2a"),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<svg x="760" width="440" height="${height}">${cloth}</svg>
${drawLine(type.text, card.label, 72, 104, 30, "#0b5fff")}
${title.join("")}
<svg x="72" y="520" width="46" height="46">${mark()}</svg>
${drawLine(type.text, card.company, 132, 553, 32, "#0d1b2a")}
<title>${escapeXml(card.title)}</title></svg>`;
}

/** The largest size at which the title stands in at most five lines; longer ones end in an ellipsis. */
function fitTitle(title: string, type: TypeSetter): { lines: string[]; size: number } {
  for (const size of [84, 72, 62, 54, 46]) {
    const lines = breakLines(title, type, size);
    if (lines.length * size <= 330) return { lines, size };
  }
  const lines = breakLines(title, type, 46).slice(0, 7);
  return { lines: [...lines.slice(0, -1), `${lines.at(-1) ?? ""}…`], size: 46 };
}

function breakLines(title: string, type: TypeSetter, size: number): string[] {
  const fits = (text: string) => (type.set(text).width * size) / type.unitsPerEm <= textWidth;
  const lines: string[] = [];
  for (const word of title.split(/\s+/).flatMap((whole) => chop(whole, fits))) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A word wider than the card is cut where it must be. */
function chop(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  for (const character of word) {
    const longer = (parts.at(-1) ?? "") + character;
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(character);
  }
  return parts;
}

function drawLine(type: TypeSetter, text: string, x: number, y: number, size: number, fill: string): string {
  const scale = size / type.unitsPerEm;
  return `<path fill="${fill}" transform="translate(${x} ${y.toFixed(1)})scale(${scale})" d="${type.set(text).path}"/>`;
}
