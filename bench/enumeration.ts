import { askAbout, type Door, doors, knownAndUnknown } from "../tests/support/enumeration.ts";
import { makePeopled } from "../tests/support/peopled.ts";

export interface Telling {
  door: Door;
  /** Medians in milliseconds. */
  known: number;
  unknown: number;
  ratio: number;
}

const many = 200;

/** Whether the time of an answer tells that an address has an account: 200 known and 200 unknown, taking turns. */
export async function measureEnumeration(): Promise<Telling[]> {
  const { known, unknown } = knownAndUnknown(many);
  const peopled = await makePeopled("sqlite", Object.fromEntries(known.map((email) => [email, "member"])));
  const site = await peopled.start();
  const measured: Telling[] = [];
  for (const door of doors) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < many; n += 1) {
      times.known.push(await time(site.url, door, known[n] ?? "", 2 * n));
      times.unknown.push(await time(site.url, door, unknown[n] ?? "", 2 * n + 1));
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    measured.push({ door, known: one, unknown: other, ratio: one / other });
  }
  await site.stop();
  await peopled.remove();
  return measured;
}

async function time(url: string, door: Door, email: string, n: number): Promise<number> {
  const { status, milliseconds } = await askAbout(url, door, email, n);
  // What was refused for another reason says nothing.
  if (status !== 202 && status !== 401) throw new Error(`${door} answered with ${status}`);
  return milliseconds;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
