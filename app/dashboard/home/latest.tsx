import { Deeds } from "../audit/deeds.tsx";
import type { DescribedDeed } from "../audit/describe-deeds.ts";

/** What was done last, in words. */
export function Latest({ deeds }: { deeds: readonly DescribedDeed[] }) {
  if (deeds.length === 0) return null;
  return (
    <section>
      <h2>Recent activity</h2>
      <Deeds deeds={deeds} />
    </section>
  );
}
