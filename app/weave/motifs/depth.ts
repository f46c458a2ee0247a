import type { Bead } from "./spine.ts";

/** How deep each crossing lies inside a string of beads, measured with an eight-sided ruler so that the edge steps. */
export function depthField(beads: readonly Bead[], margin: number): (x: number, y: number) => number {
  const reach = Math.ceil(Math.max(...beads.map(outermost)) + margin);
  const side = reach * 2 + 1;
  const field = new Float32Array(side * side).fill(-Infinity);
  for (const bead of beads) deepen(field, side, reach, bead, margin);
  return (x, y) => {
    if (Math.abs(x) > reach || Math.abs(y) > reach) return -Infinity;
    return field[(y + reach) * side + x + reach] ?? -Infinity;
  };
}

function outermost({ x, y, radius }: Bead): number {
  return Math.max(Math.abs(x), Math.abs(y)) + radius;
}

function deepen(field: Float32Array, side: number, reach: number, bead: Bead, margin: number): void {
  const span = bead.radius + margin;
  for (let y = Math.ceil(bead.y - span); y <= bead.y + span; y++) {
    for (let x = Math.ceil(bead.x - span); x <= bead.x + span; x++) {
      const across = Math.abs(x - bead.x);
      const along = Math.abs(y - bead.y);
      const depth = bead.radius - Math.max(across, along, (across + along) * 0.72);
      const at = (y + reach) * side + x + reach;
      if (depth > (field[at] ?? Infinity)) field[at] = depth;
    }
  }
}
