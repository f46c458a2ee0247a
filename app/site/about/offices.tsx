import type { Settings } from "#app/company/settings-schema.ts";
import { Office } from "#app/site/parts/office.tsx";

/** Where the company is at home, and how to reach each place. */
export function Offices({ offices }: { offices: Settings["offices"] }) {
  if (offices.length === 0) return null;
  return (
    <section className="two-off g" aria-labelledby="offices">
      <h2 className="h2" id="offices">
        {offices.length === 1 ? "Our office" : "Our offices"}
      </h2>
      {offices.map((office, at) => (
        <Office key={office.city + office.address} office={office} position={at} level={3} />
      ))}
    </section>
  );
}
