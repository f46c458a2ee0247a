import { type ReactNode, useEffect, useRef } from "react";

interface TroubleProps {
  /** What is wrong, in a sentence. */
  title: string;
  /** What to do now. */
  nextStep?: string;
  children?: ReactNode;
}

/** What stopped a sign-in, and the way on; takes the focus when it appears, and is read aloud. */
export function Trouble({ title, nextStep, children }: TroubleProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trouble is read as well
  useEffect(() => box.current?.focus(), [title]);
  return (
    <div className="summary trouble" role="alert" tabIndex={-1} ref={box}>
      <h2>{title}</h2>
      {nextStep && <p>{nextStep}</p>}
      {children}
    </div>
  );
}
