import { askAbout, type Door, doors, knownAndUnknown } from "../../tests/support/enumeration.ts";
import { makePeopled } from "../../tests/support/peopled.ts";
import { median } from "./results.ts";

export interface EnumerationTiming {
  door: Door;
  /** Medians in milliseconds. */
  known: number;
  unknown: number;
  ratio: number;
  /** Mann-Whitney: beyond 2 either way the two would differ by chance in one run of twenty. */
  z: number;
}

const kinds = ["known", "unknown"] as const;
const many = 300;

/** Whether the time of an answer tells that an address has an account: known and unknown ones, taking turns. */
export async function measureEnumeration(): Promise<EnumerationTiming[]> {
  const { known, unknown } = knownAndUnknown(many);
  const peopled = await makePeopled("sqlite", Object.fromEntries(known.map((email) => [email, "member"])));
  const site = await peopled.start();
  const measured: EnumerationTiming[] = [];
  for (const door of doors) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < many; n += 1) {
      // Whoever goes first pays for what the round before left to do, so they change places.
      for (const kind of n % 2 === 0 ? kinds : kinds.toReversed()) {
        const email = (kind === "known" ? known : unknown)[n] ?? "";
        times[kind].push(await time(site.url, door, email, 2 * n + kinds.indexOf(kind)));
      }
    }
    const [one, other] = [median(times.known), median(times.unknown)];
    measured.push({
      door,
      known: one,
      unknown: other,
      ratio: one / other,
      z: mannWhitney(times.known, times.unknown),
    });
  }
  await site.stop();
  await peopled.remove();
  return measured;
}

async function time(url: string, door: Door, email: string, n: number): Promise<number> {
  const { status, milliseconds } = await askAbout(url, door, email, n);
  // What was refused for another reason says nothing.
  if (![201, 202, 401].includes(status)) throw new Error(`${door} answered with ${status}`);
  return milliseconds;
}

/** How far two sets of times are apart, in standard deviations of their ranks (normal approximation, ties share a rank). */
function mannWhitney(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let from = 0; from < all.length; ) {
    let to = from;
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1;
    const rank = (from + 1 + to) / 2;
    sum += rank * all.slice(from, to).filter(({ isOne }) => isOne).length;
    from = to;
  }
  const [n, m] = [one.length, other.length];
  return (sum - (n * (n + m + 1)) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
