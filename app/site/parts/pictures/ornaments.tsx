/** The woven borders; every area of the site has its own. */
export type PaarName = "barfi" | "zig" | "tara" | "vine" | "temple" | "kali" | "leaf";

/** A border strip across the page. */
export function Paar({ name }: { name: PaarName }) {
  return <div className={`paar paar-${name} full`} aria-hidden="true" />;
}

/** One knot on the thread of a process. */
export function Knot() {
  return (
    <svg className="knot" viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M13 3h0M10.5 6.3h5M8 9.7h10M5 13h16M8 16.3h10M10.5 19.7h5M13 23h0"
        fill="none"
        stroke="var(--blue)"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A mark woven for somebody who has sent no logo; `path` is what `weaveMark` wrote. */
export function WovenMark({ path }: { path: string }) {
  return (
    <svg className="woven-mark" viewBox="-14 -14 28 28" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
