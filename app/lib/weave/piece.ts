import type { IconName } from "./icons.ts";
import { type Area, drawThreads, type Motif, rollTraits, type Traits, throwThreads } from "./motif.ts";
import type { Tile } from "./paar.ts";
import { Dice } from "./seed.ts";
import type { TonePalette } from "./tones.ts";

/** Position on a piece, in pixels from its top left corner. */
export interface Place {
  x: number;
  y: number;
}

export interface Box extends Place {
  width: number;
  height: number;
}

export interface PieceOptions {
  id: string;
  seed: number;
  width: number;
  height: number;
  palette: TonePalette;
  icon?: IconName;
  /** 1 is the finest thread for the size; higher is coarser. */
  coarseness: number;
}

/** Cloth under construction: layouts add ornaments in layers, and it collects the markup. */
export class Piece {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly palette: TonePalette;
  readonly icon: IconName | undefined;
  readonly dice: Dice;
  readonly traits: Traits;
  /** Whether the large motif is on the left. */
  readonly mirrored: boolean;
  /** Thread distance in pixels, constant within the piece. */
  readonly thread: number;
  readonly #woven = new Map<string, string>();
  #definitions = "";
  #body = "";
  #count = 0;

  constructor(options: PieceOptions) {
    this.id = options.id;
    this.width = options.width;
    this.height = options.height;
    this.palette = options.palette;
    this.icon = options.icon;
    this.dice = new Dice(options.seed);
    this.traits = rollTraits(this.dice);
    this.mirrored = this.dice.chance(0.5);
    this.thread = options.coarseness * finestThread(this.width, this.height);
  }

  get markup(): { definitions: string; body: string } {
    return { definitions: this.#definitions, body: this.#body };
  }

  get whole(): Box {
    return { x: 0, y: 0, width: this.width, height: this.height };
  }

  block(box: Box, colour: string): void {
    this.#body += `<rect ${boxAttributes(box)} fill="${colour}"/>`;
  }

  /** Weaves a motif without placing it; returns its name for repeated use. */
  weaveTile(tile: Pick<Tile, "motif" | "area">): string {
    return this.#define(drawThreads(throwThreads(tile.motif, tile.area), this.palette));
  }

  /** Fills boxes with a repeat aligned at `origin`, at a thread distance of `unit` pixels. */
  spread(
    name: string,
    { width, height }: Pick<Tile, "width" | "height">,
    unit: number,
    origin: Place,
    boxes: readonly Box[],
  ): void {
    const id = this.#once(`spread ${name}`, () => {
      const next = this.#nextId();
      this.#definitions +=
        `<pattern id="${next}" width="${width}" height="${height}" patternUnits="userSpaceOnUse">` +
        `<use href="#${name}" x=".5" y=".5"/></pattern>`;
      return next;
    });
    const outline = outlineOf(boxes, origin, unit);
    this.#body += `<path transform="${placing(origin, unit)}" d="${outline}" fill="url(#${id})"/>`;
  }

  /** Places a motif once; returns its name for reuse. Omits rows outside the piece. */
  place(motif: Motif, area: Area, unit: number, at: Place, mirrored = false): string {
    const seen = {
      ...area,
      top: Math.max(area.top, Math.floor(-at.y / unit) - 1),
      bottom: Math.min(area.bottom, Math.ceil((this.height - at.y) / unit) + 1),
    };
    const name = this.#define(drawThreads(throwThreads(motif, seen), this.palette));
    this.reuse(name, unit, at, mirrored);
    return name;
  }

  reuse(name: string, unit: number, at: Place, mirrored = false): void {
    this.#body += reference(name, placing(at, unit, mirrored));
  }

  /** Weaves a fourfold symmetric motif: draws one quarter and mirrors it. */
  weaveFourfold(motif: Motif, radius: number): string {
    const area = { left: 0, right: radius, top: 0, bottom: radius };
    const quarter = this.weaveTile({ motif, area });
    const half = this.#define(`<use href="#${quarter}"/>${reference(quarter, "scale(-1 1)")}`);
    return this.#define(`<use href="#${half}"/>${reference(half, "scale(1 -1)")}`);
  }

  /** Weaves a tile on first use of its key; returns the same one afterwards. */
  weaveOnce(key: string, tile: Pick<Tile, "motif" | "area">): string {
    return this.#once(key, () => this.weaveTile(tile));
  }

  #once(key: string, make: () => string): string {
    const name = this.#woven.get(key) ?? make();
    this.#woven.set(key, name);
    return name;
  }

  /** Groups several woven motifs at positions in threads, for repeated use. */
  gather(parts: readonly { name: string; at: Place; mirrored?: boolean }[]): string {
    const uses = parts.map(({ name, at, mirrored }) => reference(name, placing(at, 1, mirrored))).join("");
    return this.#once(uses, () => this.#define(uses));
  }

  #define(rows: string): string {
    const id = this.#nextId();
    this.#definitions += `<g id="${id}">${rows}</g>`;
    return id;
  }

  #nextId(): string {
    return `${this.id}-${(this.#count++).toString(36)}`;
  }
}

/** Fine enough to show the motifs, coarse enough to limit the size of a long strip. */
function finestThread(width: number, height: number): number {
  return Math.max(2.2, Math.sqrt(width * height) / 146, Math.max(width, height) / 640);
}

/** Column of the large motif in pixels from the left: off-centre, on the main side. */
export function focusColumn(piece: Piece): number {
  const share = piece.dice.between(0.66, 0.8);
  return Math.round(piece.width * (piece.mirrored ? 1 - share : share));
}

/** Rounds a thread distance as written in SVG, so that sums of it stay exact. */
export function roundUnit(unit: number): number {
  return Number(unit.toFixed(4));
}

/** Distance near `unit` that divides an extent into whole threads, or groups of `threads`. */
export function fitUnit(extent: number, unit: number, threads = 1): number {
  return roundUnit(extent / (Math.max(1, Math.round(extent / (unit * threads))) * threads));
}

/** Markup that reuses something woven, translated and scaled. */
function reference(name: string, transform: string): string {
  return `<use href="#${name}" transform="${transform}"/>`;
}

/** Transform that puts (0, 0) at a position, at a thread distance of `unit` pixels. */
function placing({ x, y }: Place, unit: number, mirrored = false): string {
  const size = roundUnit(unit);
  const scale = size === 1 && !mirrored ? "" : `scale(${mirrored ? `${-size} ${size}` : size})`;
  return `translate(${hundredth(x)} ${hundredth(y)})${scale}`;
}

function boxAttributes(box: Box): string {
  const [x, y, width, height] = [box.x, box.y, box.width, box.height].map(hundredth);
  return `x="${x}" y="${y}" width="${width}" height="${height}"`;
}

/** Outline of several boxes as one path, in threads from `origin`. */
function outlineOf(boxes: readonly Box[], origin: Place, unit: number): string {
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
