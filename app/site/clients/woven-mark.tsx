/** A mark woven for somebody who has sent no logo; `path` is what `weaveMark` wrote. */
export function WovenMark({ path }: { path: string }) {
  return (
    <svg className="woven-mark" viewBox="-14 -14 28 28" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
