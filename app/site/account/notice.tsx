import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";

/** What has just been done, in words; read aloud, and where the reading goes on. */
export function Notice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="notice" role="status" tabIndex={-1} ref={box}>
      <Icon name="check" />
      <div>{children}</div>
    </div>
  );
}
