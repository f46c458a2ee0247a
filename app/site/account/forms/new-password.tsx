import { useEffect, useRef, useState } from "react";
import { AccountField } from "./account-form.tsx";

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
    const { askAccount } = await import("../browser/account-api.ts");
    const { refused } = await askAccount<{ refused: string | null }>("auth/password-check", {
      password,
      known,
    });
    return refused;
  } catch {
    return null;
  }
}

export interface Judged {
  /** From 0 to 4. */
  steps: 0 | 1 | 2 | 3 | 4;
  words: string;
}

/** What the server says of it: the sentence it would refuse it with, null for none, "unknown" until it has said so. */
type Verdict = string | null | "unknown";

const shortest = 10;
const longest = 128;

/** A hint while a password is typed. It praises nothing that the server would refuse: that has the last word. */
export function rateTypedPassword(password: string, verdict: Verdict = null): Judged {
  const length = [...password.normalize("NFKC")].length;
  if (length < shortest) return { steps: 0, words: `Too short: add ${count(shortest - length)}.` };
  if (length > longest) return { steps: 0, words: "Too long: use at most 128 characters." };
  if (verdict !== null) return { steps: 1, words: verdict === "unknown" ? "Checking…" : `${verdict}.` };
  const room = length * Math.log2(kindsOfSigns(password)) * variety(password);
  if (room < 60) return { steps: 2, words: "Fair. Another word makes it stronger." };
  if (room < 80) return { steps: 3, words: "Good." };
  return { steps: 4, words: "Strong." };
}

function count(characters: number): string {
  return characters === 1 ? "1 more character" : `${characters} more characters`;
}

const kinds: [RegExp, number][] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Lo}/u, 60],
  [/\p{N}/u, 10],
  [/[^\p{L}\p{N}]/u, 24],
];

function kindsOfSigns(password: string): number {
  return kinds.reduce((sum, [kind, count]) => (kind.test(password) ? sum + count : sum), 0) || 2;
}

/** The share of signs that are neither seen before nor one step from the last. */
function variety(password: string): number {
  const signs = [...password];
  const fresh = signs.filter((sign, at) => {
    const step = (sign.codePointAt(0) ?? 0) - (signs[at - 1]?.codePointAt(0) ?? -9);
    return Math.abs(step) > 1 && !signs.slice(Math.max(0, at - 3), at).includes(sign);
  });
  return new Set(signs).size < 5 ? 0.2 : fresh.length / signs.length;
}
