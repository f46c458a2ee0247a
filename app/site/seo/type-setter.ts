import { readFile } from "node:fs/promises";
import * as harfbuzz from "harfbuzzjs";

/** A line of text as outlines: an SVG path and its width, in font units (y downwards). */
interface SetLine {
  path: string;
  width: number;
}

/** Sets text with HarfBuzz shaping, so that Bangla conjuncts are correct without installed fonts. */
export interface TypeSetter {
  unitsPerEm: number;
  set(text: string): SetLine;
}

/** Opens the Latin and Bangla fonts; `weight` and `width` are variable font axes. */
export async function openTypeSetter(
  latin: string,
  bangla: string,
  axes: { weight: number; width: number },
): Promise<TypeSetter> {
  const fonts = await Promise.all([latin, bangla].map((path) => openFont(path, axes)));
  const [first, second] = fonts;
  if (!first || !second) throw new Error("Two fonts are needed to set type.");
  const unitsPerEm = first.unitsPerEm;
  return {
    unitsPerEm,
    set: (text) =>
      setRuns(
        splitByScript(text).map((run) => ({ text: run.text, ...(run.isBangla ? second : first) })),
        unitsPerEm,
      ),
  };
}

interface OpenFont {
  font: harfbuzz.Font;
  unitsPerEm: number;
}

async function openFont(
  path: string,
  { weight, width }: { weight: number; width: number },
): Promise<OpenFont> {
  const face = new harfbuzz.Face(new harfbuzz.Blob(await readFile(path)));
  const font = new harfbuzz.Font(face);
  font.setVariations([new harfbuzz.Variation("wght", weight), new harfbuzz.Variation("wdth", width)]);
  return { font, unitsPerEm: face.upem };
}

function setRuns(runs: (OpenFont & { text: string })[], unitsPerEm: number): SetLine {
  let [path, width] = ["", 0];
  for (const { font, text, unitsPerEm: own } of runs) {
    const scale = unitsPerEm / own;
    const buffer = new harfbuzz.Buffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    harfbuzz.shape(font, buffer);
    const positions = buffer.getGlyphPositions();
    for (const [index, glyph] of buffer.getGlyphInfos().entries()) {
      const at = positions[index];
      if (!at) continue;
      path += movePath(
        font.glyphToPath(glyph.codepoint),
        width + at.xOffset * scale,
        at.yOffset * scale,
        scale,
      );
      width += at.xAdvance * scale;
    }
  }
  return { path, width };
}

/** Outlines come with absolute coordinates and y upwards. */
function movePath(path: string, x: number, y: number, scale: number): string {
  let isX = true;
  return path.replace(/[A-Z]|-?\d+(?:\.\d+)?/g, (part) => {
    if (/[A-Z]/.test(part)) {
      isX = true;
      return part;
    }
    const moved = isX ? Number(part) * scale + x : -(Number(part) * scale + y);
    isX = !isX;
    return String(Math.round(moved));
  });
}

/** A part of a text in one font. */
interface Run {
  text: string;
  isBangla: boolean;
}

/** Splits a text by font. The Bangla font has no space, so spaces between Bangla words use the Latin font. */
export function splitByScript(text: string): Run[] {
  const parts =
    text.match(/[\u0964\u0965\u0980-\u09ff\u200c\u200d]+|[^\u0964\u0965\u0980-\u09ff\u200c\u200d]+/g) ?? [];
  return parts.map((part) => ({ text: part, isBangla: /[\u0964-\u09ff]/.test(part) }));
}
