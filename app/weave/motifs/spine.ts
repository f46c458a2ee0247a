/** A bead of the paisley's spine: the body is the sum of all beads. */
export interface Bead {
  x: number;
  y: number;
  radius: number;
}

export interface Spine {
  beads: readonly Bead[];
  /** The open eye that the hook curls around. */
  eye: Bead;
}

const BEADS = 72;
const STEP = 0.0215;
const HOOK_FROM = 44;

/** The spine of a paisley: it rises from the body, leans away, and curls over into a hook. Centred on (0, 0). */
export function paisleySpine(height: number, stoutness: number, curl: number): Spine {
  const beads: Bead[] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at <= BEADS; at++) {
    const share = at / BEADS;
    const heading = -0.3 + 4.5 * curl * share ** 2.3;
    beads.push({ x, y, radius: thickness(share, stoutness) });
    x += Math.sin(heading) * STEP;
    y -= Math.cos(heading) * STEP;
  }
  const fitted = fitToHeight(beads, height);
  return { beads: fitted, eye: eyeOf(fitted.slice(HOOK_FROM)) };
}

/** Full at the body, tapering to a neck, ending in a small bud at the tip of the hook. */
function thickness(share: number, stoutness: number): number {
  const body = 0.4 * stoutness * Math.max(0, 1 - share * 1.06) ** 0.95;
  const neck = 0.048;
  const bud = 0.03 * Math.max(0, (share - 0.9) / 0.1);
  return Math.max(body, neck) + bud;
}

function fitToHeight(beads: readonly Bead[], height: number): Bead[] {
  const box = extentOf(beads);
  const size = height / (box.bottom - box.top);
  return beads.map((bead) => ({
    x: (bead.x - (box.left + box.right) / 2) * size,
    y: (bead.y - (box.top + box.bottom) / 2) * size,
    radius: bead.radius * size,
  }));
}

function eyeOf(hook: readonly Bead[]): Bead {
  const box = extentOf(hook.map(({ x, y }) => ({ x, y, radius: 0 })));
  const radius = Math.min(box.right - box.left, box.bottom - box.top) / 2;
  return { x: box.right - radius, y: (box.top + box.bottom) / 2, radius: radius * 1.2 };
}

function extentOf(beads: readonly Bead[]): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(...beads.map((bead) => bead.y - bead.radius)),
    bottom: Math.max(...beads.map((bead) => bead.y + bead.radius)),
    left: Math.min(...beads.map((bead) => bead.x - bead.radius)),
    right: Math.max(...beads.map((bead) => bead.x + bead.radius)),
  };
}
