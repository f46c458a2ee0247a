import { useEffect, useState } from "react";
import { askAccount } from "../browser/account-api.ts";
import type { Verdict } from "./judge-password.ts";

const pauseMs = 350;

/** What the server says of a password, a moment after it was last changed; nothing against it while it can't be asked. */
export function usePasswordVerdict(password: string, known: readonly string[]): Verdict {
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
