import { type BrandName, brandPaths } from "./brand-paths.ts";

/** A brand's mark; the link around it carries the name. */
export function Brand({ name }: { name: BrandName }) {
  return (
    <svg className="brand" viewBox="0 0 24 24" aria-hidden="true">
      <path d={brandPaths[name]} />
    </svg>
  );
}
