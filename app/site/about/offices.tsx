import { ArrowUpRight } from "lucide-react";
import type { Settings } from "#app/company/settings-schema.ts";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { dialAddress } from "#app/site/parts/phone.ts";

type OfficeFacts = Settings["offices"][number];

/** Where the company is at home, and how to reach each place. */
export function Offices({ offices }: { offices: readonly OfficeFacts[] }) {
  if (offices.length === 0) return null;
  return (
    <section className="two-off g" aria-labelledby="offices">
      <h2 className="h2" id="offices">
        {offices.length === 1 ? "Our office" : "Our offices"}
      </h2>
      {offices.map((office, at) => (
        <Office key={office.city + office.address} office={office} position={at} />
      ))}
    </section>
  );
}

function Office({ office, position }: { office: OfficeFacts; position: number }) {
  const { city, address, postcode, country, phone, email, hours, mapUrl } = office;
  const place = [[city, postcode].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  return (
    <section className="off">
      <Cloth className="map" seed={city || address} position={position} width={490} height={120} />
      {city && <h3 lang={languageOf(city)}>{city}</h3>}
      <address lang={languageOf(address)}>{[address, place].filter(Boolean).join("\n")}</address>
      <dl>
        {phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a className="num" href={dialAddress(phone)}>
                {phone}
              </a>
            </dd>
          </div>
        )}
        {email && (
          <div>
            <dt>Mail</dt>
            <dd>
              <a href={`mailto:${email}`}>{email}</a>
            </dd>
          </div>
        )}
        {hours && (
          <div>
            <dt>Hours</dt>
            <dd lang={languageOf(hours)}>{hours}</dd>
          </div>
        )}
      </dl>
      {mapUrl && (
        <a className="go" href={mapUrl} rel="noopener">
          Open the map <ArrowUpRight className="i" />
        </a>
      )}
    </section>
  );
}
