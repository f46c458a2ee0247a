import { encode } from "uqr";

/** A QR code as the path of an SVG on a grid of `size` squares. */
export interface QrDrawing {
  path: string;
  size: number;
}

export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data.map((row, y) => drawRow(row, y)).join("");
  return { path, size };
}

function drawRow(row: readonly boolean[], y: number): string {
  return row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("");
}
