/** A bead of the paisley's spine: the body is the sum of all beads. */
export interface Bead {
  x: number;
  y: number;
  radius: number;
}

const BEADS = 72;
const STEP = 0.021;

/** The spine of a paisley of height 1, centred: it rises from the body, leans away, and curls over into a hook. */
export function paisleySpine(stoutness: number, curl: number): Bead[] {
  const beads: Bead[] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at <= BEADS; at++) {
    const share = at / BEADS;
    const heading = -0.3 + 4.6 * curl * share ** 2.5;
    beads.push({ x, y, radius: thickness(share, stoutness) });
    x += Math.sin(heading) * STEP;
    y -= Math.cos(heading) * STEP;
  }
  return fitToHeight(beads);
}

/** Full at the body, tapering to a neck, ending in a small bud at the tip of the hook. */
function thickness(share: number, stoutness: number): number {
  const body = 0.33 * stoutness * Math.max(0, 1 - share * 1.05) ** 0.95;
  const neck = 0.042;
  const bud = 0.03 * Math.max(0, (share - 0.9) / 0.1);
  return Math.max(body, neck) + bud;
}

function fitToHeight(beads: readonly Bead[]): Bead[] {
  const top = Math.min(...beads.map((bead) => bead.y - bead.radius));
  const bottom = Math.max(...beads.map((bead) => bead.y + bead.radius));
  const left = Math.min(...beads.map((bead) => bead.x - bead.radius));
  const right = Math.max(...beads.map((bead) => bead.x + bead.radius));
  const size = 1 / (bottom - top);
  return beads.map((bead) => ({
    x: (bead.x - (left + right) / 2) * size,
    y: (bead.y - (top + bottom) / 2) * size,
    radius: bead.radius * size,
  }));
}
