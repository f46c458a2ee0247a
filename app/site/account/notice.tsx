import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#app/lib/ui/icon.tsx";
import { firstSentence } from "#app/site/parts/prose.ts";

/** Reports a completed action; announced by screen readers and focused. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers start with the notice
    <div className="notice" role="status" tabIndex={-1} autoFocus data-arrival-focus="">
      <Icon name="check" />
      <div>{children}</div>
    </div>
  );
}

/** An e-mail address that can wrap after a dot or the @. */
export function Address({ email }: { email: string }) {
  return email.split(/(?<=[@.])/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address keep their order
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

interface TroubleProps {
  /** The problem in one sentence, which advice may follow. */
  title: string;
  /** Advice, where it is separate from the title. */
  nextStep?: string;
  children?: ReactNode;
}

/** Problem of a sign-in with advice; announced by screen readers and focused when it appears. */
export function Trouble({ title, nextStep, children }: TroubleProps) {
  const problem = firstSentence(title);
  const advice = nextStep ?? title.slice(problem.length).trim();
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is announced as well
  useEffect(() => box.current?.focus(), [title]);
  return (
    // biome-ignore lint/a11y/noAutofocus: screen readers start here without scripts, too
    <div className="summary trouble" role="alert" tabIndex={-1} autoFocus ref={box}>
      <h2>{problem}</h2>
      {advice && <p>{advice}</p>}
      {children}
    </div>
  );
}

/** Hidden username field for password managers. */
export function HiddenUsername({ email }: { email: string }) {
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
