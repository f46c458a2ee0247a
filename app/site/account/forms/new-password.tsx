import { useEffect, useRef, useState } from "react";
import { askAccount } from "../browser/account-api.ts";
import { AccountField } from "./account-field.tsx";
import { rateTypedPassword, type Verdict } from "./judge-password.ts";

interface NewPasswordProps {
  label?: string;
  /** What the page knows of the person; what the form around says of them is read beside it. */
  known?: readonly string[];
}

/** A new password, twice, with how strong it is while it is being typed. */
export function NewPassword({ label = "Password", known = [] }: NewPasswordProps) {
  const [typed, setTyped] = useState("");
  const [about, setAbout] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const judged = rateTypedPassword(typed, usePasswordVerdict(typed, [...known, ...about]));

  function follow(value: string): void {
    setTyped(value);
    setAbout(readAbout(box.current));
  }

  return (
    <>
      <div className="new-password" ref={box}>
        <AccountField
          label={label}
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters. Three or more unrelated words are easy to remember and hard to guess."
          onInput={follow}
        />
        {typed !== "" && (
          <div className={`strength at-${judged.steps}`}>
            <span aria-hidden="true" />
            <p className="hint" role="status">
              {judged.words}
            </p>
          </div>
        )}
      </div>
      <AccountField
        label={`Confirm ${label.toLowerCase()}`}
        name="passwordAgain"
        type="password"
        autoComplete="new-password"
      />
    </>
  );
}

/** Name and e-mail address as typed in the same form. */
function readAbout(box: HTMLElement | null): string[] {
  const form = box?.closest("form");
  if (!form) return [];
  const data = new FormData(form);
  return ["name", "email"].map((name) => String(data.get(name) ?? "").slice(0, 300)).filter(Boolean);
}

const pauseMs = 350;

/** What the server says of a password, a moment after it was last changed; nothing against it while it can't be asked. */
function usePasswordVerdict(password: string, known: readonly string[]): Verdict {
  const [judged, setJudged] = useState<{ password: string; verdict: Verdict } | null>(null);
  const about = known.join("\n");
  useEffect(() => {
    if ([...password].length < 10 || password.length > 200) return;
    let isOver = false;
    const ask = async () => {
      const verdict = await askVerdict(password, about.split("\n").filter(Boolean));
      if (!isOver) setJudged({ password, verdict });
    };
    const timer = setTimeout(() => void ask(), pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [password, about]);
  return judged?.password === password ? judged.verdict : "unknown";
}

async function askVerdict(password: string, known: string[]): Promise<Verdict> {
  try {
    const { refused } = await askAccount<{ refused: string | null }>("auth/password-check", {
      password,
      known,
    });
    return refused;
  } catch {
    return null;
  }
}
