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
  const size = Number(unit.toFixed(2));
  const scale = size === 1 && !mirrored ? "" : `scale(${mirrored ? -size : size} ${size})`;
  return `translate(${tenth(x)} ${tenth(y)})${scale}`;
}

export function boxAttributes(box: Box): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(tenth);
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
