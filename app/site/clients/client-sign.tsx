import { languageOf } from "#app/site/parts/language.ts";
import { Picture } from "#app/site/parts/picture.tsx";
import type { ClientFacts } from "./clients-page.ts";
import { WovenMark } from "./woven-mark.tsx";

interface ClientSignProps {
  client: Pick<ClientFacts, "name" | "logo" | "mark">;
  /** A logo may be drawn for white alone: on blue the name speaks. */
  onDeep?: boolean;
}

const hands = 5;

/** A client's logo; without one, a woven mark beside the name, set in a hand that is always the same for that name. */
export function ClientSign({ client: { name, logo, mark }, onDeep = false }: ClientSignProps) {
  if (logo && !onDeep)
    return (
      <h2 className="sign-name">
        <Picture picture={{ ...logo, alt: logo.alt || name }} sizes="14rem" className="logo-picture" />
      </h2>
    );
  const size = name.length > 26 ? "long" : "";
  return (
    <h2 className={`sign-name sign-${handOf(name)} ${size}`} lang={languageOf(name)}>
      <WovenMark path={mark} />
      <span>{name}</span>
    </h2>
  );
}

function handOf(name: string): number {
  return ([...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % hands) + 1;
}
