import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { Picture } from "#app/site/parts/picture.tsx";
import type { ClientFacts } from "./clients-page.ts";

interface ClientSignProps {
  client: Pick<ClientFacts, "name" | "logo" | "icon">;
  onDeep?: boolean;
}

const hands = 5;

/** A client's logo; without one, a woven mark beside the name, set in a hand that is always the same for that name. */
export function ClientSign({ client: { name, logo, icon }, onDeep = false }: ClientSignProps) {
  if (logo && !onDeep)
    return (
      <h2 className="sign-name">
        <Picture picture={{ ...logo, alt: logo.alt || name }} sizes="14rem" className="logo-picture" />
      </h2>
    );
  const size = name.length > 26 ? "long" : "";
  return (
    <h2 className={`sign-name sign-${handOf(name)} ${size}`} lang={languageOf(name)}>
      <Cloth
        className="knot"
        seed={name}
        tone={onDeep ? "deep" : "paper"}
        layout="barfi"
        icon={icon}
        width={112}
        height={112}
        eager
      />
      <span>{name}</span>
    </h2>
  );
}

function handOf(name: string): number {
  return ([...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % hands) + 1;
}
