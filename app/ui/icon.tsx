import { type IconName, iconPaths } from "./icon-paths.ts";

/** A sign beside words that say the same: hidden from assistive technology. */
export function Icon({ name, className = "" }: { name: IconName; className?: string }) {
  return (
    <svg className={`i ${className}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
