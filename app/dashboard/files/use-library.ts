import { useEffect, useState } from "react";
import type { FileAnswer } from "./library-picture.ts";

export interface Wish {
  type: "picture" | "pdf";
  q: string;
  tag: string;
}

interface Found {
  files: FileAnswer[];
  next: string | null;
  state: "loading" | "ready" | "failed";
}

const nothing: Found = { files: [], next: null, state: "loading" };

/** The files of the library that fit a wish, a page at a time, asked for from the browser. */
export function useLibrary(wish: Wish): Found & { readMore: () => void } {
  const { type, q, tag } = wish;
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    const gone = new AbortController();
    // As long as somebody types, nothing is asked.
    const timer = setTimeout(async () => {
      const page = await readPage({ type, q, tag }, "", gone.signal);
      if (!gone.signal.aborted) setFound(page ?? { ...nothing, state: "failed" });
    }, 150);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [type, q, tag]);
  const readMore = async () => {
    if (found.next === null || found.state === "loading") return;
    setFound((before) => ({ ...before, state: "loading" }));
    const page = await readPage(wish, found.next);
    setFound((before) =>
      page ? { ...page, files: [...before.files, ...page.files] } : { ...before, state: "failed" },
    );
  };
  return { ...found, readMore: () => void readMore() };
}

async function readPage(wish: Wish, cursor: string, signal?: AbortSignal): Promise<Found | null> {
  const query = new URLSearchParams({ ...wish, cursor, limit: "36" });
  try {
    const answer = await fetch(`/api/files?${query}`, signal ? { signal } : {});
    // As /api/openapi.json says.
    const { files, next } = (await answer.json()) as Pick<Found, "files" | "next">;
    return answer.ok ? { files, next, state: "ready" } : null;
  } catch {
    return null;
  }
}
