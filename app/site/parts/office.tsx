import type { ReactNode } from "react";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { dialAddress } from "./phone.ts";
import { ClothPicture } from "./pictures/cloth.tsx";
import type { WithPicture } from "./pictures/find-own-pictures.ts";
import { PictureView } from "./pictures/picture.tsx";
import { langAttribute } from "./prose.ts";

export type OfficeFacts = WithPicture<Settings["offices"][number]>;

interface OfficeProps {
  office: OfficeFacts;
  /** Place among the offices: neighbours get different layouts. */
  position: number;
  /** Level of its heading. */
  level?: 2 | 3;
}

/** Office with its picture or generated cover, address, hours and contact. */
export function Office({ office, position, level = 2 }: OfficeProps) {
  const { city, address, postcode, country, phone, email, hours, mapUrl, picture } = office;
  const Heading = `h${level}` as const;
  const place = [[city, postcode].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  return (
    <section className="office">
      {picture ? (
        <PictureView
          className="map"
          picture={picture}
          sizes="(min-width: 64rem) 31rem, (min-width: 48rem) 50vw, 100vw"
        />
      ) : (
        <ClothPicture
          className="map"
          seed={city || address}
          layout={position % 2 === 0 ? "jaal" : "aanchal"}
          width={490}
          height={120}
        />
      )}
      {city && <Heading lang={langAttribute(city)}>{city}</Heading>}
      <address lang={langAttribute(address)}>{[address, place].filter(Boolean).join("\n")}</address>
      <dl>
        {phone && (
          <Row label="Phone">
            <a className="num" href={dialAddress(phone)}>
              {phone}
            </a>
          </Row>
        )}
        {email && (
          <Row label="E-mail">
            <a href={`mailto:${email}`}>{email}</a>
          </Row>
        )}
        {hours && (
          <Row label="Hours">
            <span lang={langAttribute(hours)}>{hours}</span>
          </Row>
        )}
      </dl>
      {mapUrl && (
        <a className="go" href={mapUrl} rel="noopener">
          Open the map{city && <span className="visually-hidden"> of {city}</span>}{" "}
          <Icon name="arrow-up-right" />
        </a>
      )}
    </section>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
