import type { ComponentType, ReactNode } from "react";

export interface BadgeLook {
  Sign: ComponentType<{ "aria-hidden"?: boolean }>;
  /** A class of its own colours. */
  tone: string;
}

/** One sign and one word for where something stands, the same everywhere. */
export function Badge({ Sign, tone, children }: BadgeLook & { children: ReactNode }) {
  return (
    <span className={`badge ${tone}`}>
      <Sign aria-hidden />
      {children}
    </span>
  );
}
