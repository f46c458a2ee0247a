import { Check } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

/** What has just been done, in words; read aloud, and where the reading goes on. */
export function Notice({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div className="notice" role="status" tabIndex={-1} ref={box}>
      <Check className="i" />
      <div>{children}</div>
    </div>
  );
}
