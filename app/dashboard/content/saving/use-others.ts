import { type RefObject, useEffect, useState } from "react";
import type { EntryHead } from "../form/entry-head.ts";
import type { SaveAnswer } from "./save-answer.ts";

const everyMs = 20_000;

/** Who else has saved this entry since it was opened here; null while nobody has. Asked for only while the screen is looked at. */
export function useOthers(kind: string, current: RefObject<EntryHead | null>): EntryHead | null {
  const [other, setOther] = useState<EntryHead | null>(null);
  useEffect(() => {
    const look = async () => {
      const own = current.current;
      if (!own || document.visibilityState === "hidden") return;
      const answer = await fetch(`/dashboard/entry/save/${kind}/${own.id}`).catch(() => null);
      if (!answer?.headers.get("content-type")?.includes("json")) return;
      const { entry } = (await answer.json()) as SaveAnswer; // our own route
      const isNewer = entry && entry.version > (current.current?.version ?? 0) && !entry.isMine;
      setOther(isNewer ? entry : null);
    };
    const timer = setInterval(() => void look(), everyMs);
    return () => clearInterval(timer);
  }, [kind, current]);
  return other;
}
