import { useEffect, useState } from "react";
import type { EntryOption } from "../../form-context.ts";

/** What the address answers; `path` is where the public reads it. */
export interface FoundOption extends EntryOption {
  kind: string;
  path: string;
}

const waitMs = 150;

/** Entries whose titles hold the words, asked for once typing pauses; none while `words` is null. */
export function useFoundEntries(words: string | null, kindName?: string): FoundOption[] {
  const [found, setFound] = useState<FoundOption[]>([]);
  useEffect(() => {
    if (words === null) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const query = new URLSearchParams({ q: words, ...(kindName ? { kind: kindName } : {}) });
      const answer = await fetch(`/dashboard/entry/find?${query}`, { signal: stop.signal }).catch(() => null);
      if (!answer?.ok || !answer.headers.get("content-type")?.includes("json")) return;
      const choices = (await answer.json().catch(() => [])) as FoundOption[]; // our own route
      if (!stop.signal.aborted) setFound(choices);
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [words, kindName]);
  return found;
}
