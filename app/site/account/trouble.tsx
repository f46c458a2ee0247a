import { type ReactNode, useEffect, useRef } from "react";
import { firstSentence } from "#app/site/parts/first-sentence.ts";

interface TroubleProps {
  /** What is wrong, in a sentence; what follows it is what to do now. */
  title: string;
  /** What to do now, where it stands apart. */
  nextStep?: string;
  children?: ReactNode;
}

/** What stopped a sign-in, and the way on; takes the focus when it appears, and is read aloud. */
export function Trouble({ title, nextStep, children }: TroubleProps) {
  const wrong = firstSentence(title);
  const advice = nextStep ?? title.slice(wrong.length).trim();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trouble is read as well
  useEffect(() => box.current?.focus(), [title]);
  return (
    <div className="summary trouble" role="alert" tabIndex={-1} ref={box}>
      <h2>{wrong}</h2>
      {advice && <p>{advice}</p>}
      {children}
    </div>
  );
}
