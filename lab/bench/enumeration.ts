import { type Door, doors, knownAndUnknown, probeAccount } from "../../tests/support/enumeration.ts";
import { createPopulatedDatabase } from "../../tests/support/populated-database.ts";
import { median } from "./support/results.ts";

export interface EnumerationTiming {
  door: Door;
  /** Medians in milliseconds. */
  known: number;
  unknown: number;
  ratio: number;
  /** Mann-Whitney z; equal distributions exceed ±2 in one run of twenty. */
  z: number;
}

const kinds = ["known", "unknown"] as const;
const perKind = 300;

/** Compares response times for known and unknown addresses, measured in turn. */
export async function measureEnumeration(): Promise<EnumerationTiming[]> {
  const { known, unknown } = knownAndUnknown(perKind);
  const populated = await createPopulatedDatabase(
    "sqlite",
    Object.fromEntries(known.map((email) => [email, "member"])),
  );
  const site = await populated.start();
  const measured: EnumerationTiming[] = [];
  for (const door of doors) {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let n = 0; n < perKind; n += 1) {
      // The first request also pays for leftovers of the round before, so the order alternates.
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
  await populated.remove();
  return measured;
}

async function time(url: string, door: Door, email: string, n: number): Promise<number> {
  const { status, milliseconds } = await probeAccount(url, door, email, n);
  // Another rejection has no meaningful time.
  if (![201, 202, 401].includes(status)) throw new Error(`${door} answered with ${status}`);
  return milliseconds;
}

/** Difference of two sets of times in standard deviations of their ranks (normal approximation, ties share a rank). */
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
