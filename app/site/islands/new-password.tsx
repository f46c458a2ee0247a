import { useEffect, useRef, useState } from "react";
import { type ControlProps, LabelledField } from "#app/lib/ui/field.tsx";
import { askAccount } from "#app/site/account/browser/account-api.ts";
import { rateTypedPassword, type Verdict } from "#app/site/account/forms/rate-password.ts";

export interface NewPasswordProps {
  label?: string;
  /** Known name and addresses of the user. Those typed in the form are added. */
  known?: readonly string[];
  errors: { password?: string; passwordAgain?: string };
}

/** A new password, twice, with its strength while it is typed. */
export default function NewPassword({ label = "Password", known = [], errors }: NewPasswordProps) {
  const [typed, setTyped] = useState("");
  const [about, setAbout] = useState<readonly string[]>([]);
  const box = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const judged = rateTypedPassword(typed, usePasswordVerdict(typed, [...known, ...about]));

  function follow(value: string): void {
    setTyped(value);
    setAbout(readAbout(box.current));
  }

  // Typed before hydration, or in the refused form.
  useEffect(() => {
    const value = box.current?.querySelector("input")?.value ?? "";
    setTyped(value);
    setRefused(errors.password === undefined ? null : value);
  }, [errors]);
  return (
    <>
      <div className="new-password" ref={box}>
        <LabelledField
          label={label}
          name="password"
          error={errors.password}
          hint="At least 10 characters. Three or more unrelated words are easy to remember and hard to guess."
        >
          {(control) => <PasswordInput control={control} onInput={follow} />}
        </LabelledField>
        {/* The field shows why a refused password is weak. */}
        {typed !== "" && typed !== refused && (
          <div className={`strength at-${judged.steps}`}>
            <span aria-hidden="true" />
            <p className="hint" role="status">
              {judged.words}
            </p>
          </div>
        )}
      </div>
      <LabelledField
        label={`Confirm ${label.toLowerCase()}`}
        name="passwordAgain"
        error={errors.passwordAgain}
      >
        {(control) => <PasswordInput control={control} />}
      </LabelledField>
    </>
  );
}

interface PasswordInputProps {
  control: ControlProps;
  onInput?(value: string): void;
}

function PasswordInput({ control, onInput }: PasswordInputProps) {
  return (
    <input
      {...control}
      className="input"
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      dir="auto"
      required
      onInput={onInput && ((event) => onInput(event.currentTarget.value))}
    />
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

/** Verdict of the server on a password, a moment after its last change; null while the server can't be reached. */
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
