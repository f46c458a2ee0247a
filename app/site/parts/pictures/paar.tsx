/** The woven borders; every area of the site has its own. */
export type PaarName = "barfi" | "zig" | "tara" | "vine" | "temple" | "kali" | "leaf";

/** A border strip across the page. */
export function Paar({ name }: { name: PaarName }) {
  return <div className={`paar paar-${name} full`} aria-hidden="true" />;
}
