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

/** What is said of a sign-in that was refused, by the code it comes with; anything else gets the general words. */
export function describeAccountProblem(code: string): string {
  return Object.hasOwn(words, code) ? words[code as keyof typeof words] : general; // just looked
}

const general = "That did not work. Please try once more, or sign in another way.";

const words = {
  cancelled: "You stopped before the end. Nothing was changed.",
  banned: "This account is closed to you. If you think that is a mistake, write to us.",
  "not-linked":
    "There is an account with this e-mail address already. Sign in to it, then link Google on your profile.",
  "linked-elsewhere": "That Google account belongs to another account here.",
  "not-yours": "That Google account belongs to another account here.",
  unverified: "Google does not vouch for the e-mail address of that account, so we can’t use it.",
  "state-mismatch": "That sign-in took too long, or was not begun in this browser. Please start once more.",
  "provider-error": "We could not use Google’s answer. Please start again, or sign in another way.",
  "provider-unreachable": "Google does not answer right now. Try again in a minute, or sign in another way.",
  "provider-off": "Signing in with Google is not set up on this site. Please sign in another way.",
  "stale-session": "Confirm your password first, then link Google.",
  "second-step-missing":
    "Your role requires two-factor authentication. Turn it on below to open the dashboard.",
};
