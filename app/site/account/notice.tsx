import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { firstSentence } from "#app/site/parts/prose.ts";
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

/** An e-mail address that is broken, where it must be, behind a dot or the @. */
export function Address({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address keep their places
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

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

/** Tells a password manager whose password is asked for; not for people. */
export function WhosePassword({ email }: { email: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
