/** A place on a piece, in pixels from its top left corner. */
export interface Place {
  x: number;
  y: number;
}

export interface Box extends Place {
  width: number;
  height: number;
}

/** The markup that shows something woven before, moved and scaled. */
export function reference(name: string, transform: string): string {
  return `<use href="#${name}" transform="${transform}"/>`;
}

/** A transform that puts (0, 0) at a place, with threads `unit` pixels apart. */
export function placing({ x, y }: Place, unit: number, mirrored = false): string {
  const size = roundUnit(unit);
  const scale = size === 1 && !mirrored ? "" : `scale(${mirrored ? `${-size} ${size}` : size})`;
  return `translate(${hundredth(x)} ${hundredth(y)})${scale}`;
}

/** The distance of two threads as it is written, so that many of them still add up to what was measured. */
export function roundUnit(unit: number): number {
  return Number(unit.toFixed(4));
}

/** The distance near `unit` at which a stretch holds a whole number of threads, or of groups of `threads`. */
export function fitUnit(extent: number, unit: number, threads = 1): number {
  return roundUnit(extent / (Math.max(1, Math.round(extent / (unit * threads))) * threads));
}

export function boxAttributes(box: Box): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(hundredth);
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

/** The outline of several boxes as one path, in threads from `origin`. */
export function outlineOf(boxes: readonly Box[], origin: Place, unit: number): string {
  return boxes
    .map((box) => {
      const [x, y] = [(box.x - origin.x) / unit, (box.y - origin.y) / unit].map(hundredth);
      const [width = 0, height] = [box.width / unit, box.height / unit].map(hundredth);
      return `M${x} ${y}h${width}v${height}h${-width}z`;
    })
    .join("");
}

function hundredth(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
