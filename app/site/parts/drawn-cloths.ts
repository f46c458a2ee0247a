import { weaveAddress } from "#app/weave/address.ts";
import { type Cloth, weave } from "#app/weave/weave.ts";

const drawn = new Map<string, string>();
const mostKept = 300;

/** Draws a cloth, or finds it among the last ones drawn: lists show the same covers over and over. Server only. */
export function drawCloth(cloth: Cloth): string {
  const address = weaveAddress(cloth);
  const kept = drawn.get(address);
  if (kept !== undefined) return kept;
  const drawing = weave(cloth);
  const oldest = drawn.keys().next();
  if (drawn.size >= mostKept && !oldest.done) drawn.delete(oldest.value);
  drawn.set(address, drawing);
  return drawing;
}
