/** Significant length of a seed, in UTF-16 units. */
export const SEED_LENGTH = 300;

/** Canonical seed: well-formed, NFC, bounded. Two spellings of the same words give the same cloth. */
export function canonicalSeed(text: string): string {
  return text.toWellFormed().normalize("NFC").slice(0, SEED_LENGTH).toWellFormed();
}

/** 32-bit hash of a text (FNV-1a with a final mix, so that similar titles differ widely). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash);
}

/** Deterministic random numbers. All variation between cloths comes from them, in a fixed order. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  roll(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return mix(this.#state) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + this.roll() * (high - low);
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<const Item>(items: readonly [Item, ...Item[]]): Item {
    return items[Math.floor(this.roll() * items.length)] ?? items[0];
  }

  shuffle<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, order: this.roll() }))
      .sort((a, b) => a.order - b.order)
      .map(({ item }) => item);
  }
}

function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
