import { useEffect, useState } from "react";
import type { Choice } from "./choices.ts";

interface Found {
  kind: "entry" | "message" | "call" | "person" | "file";
  id: string;
  title: string;
  detail: string;
  path: string;
}

const waitMs = 120;

/** An entry's detail is its kind already. */
const kindNames: Record<Found["kind"], string> = {
  entry: "",
  message: "Message",
  call: "Call request",
  person: "Person",
  file: "File",
};

/** Entries, messages and people that fit the words, asked for once typing pauses. */
export function useFound(words: string): { found: Choice[]; isLooking: boolean } {
  const [answer, setAnswer] = useState<{ words: string; found: Choice[] }>({ words: "", found: [] });
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await find(wanted, stop.signal).catch(() => []);
      if (!stop.signal.aborted) setAnswer({ words: wanted, found });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  if (wanted.length < 2) return { found: [], isLooking: false };
  // What was found for the words before stays until there is something better, so that the list does not flicker.
  return { found: answer.found, isLooking: answer.words !== wanted };
}

async function find(words: string, signal: AbortSignal): Promise<Choice[]> {
  const answer = await fetch(`/api/find?${new URLSearchParams({ q: words })}`, { signal });
  if (!answer.ok) return [];
  const { results } = (await answer.json()) as { results: Found[] }; // our own API
  return results.map(({ kind, id, title, detail, path }) => ({
    id: `${kind}-${id}`,
    name: title,
    detail: [kindNames[kind], detail].filter(Boolean).join(": "),
    path,
  }));
}
