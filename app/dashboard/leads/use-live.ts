import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useToasts } from "../parts/toasts.tsx";
import { type LeadKind, sayCount } from "./place-of.ts";

interface News {
  arrived: string[];
  changed: string[];
}

const pauseMs = 300;
const retryMs = 2000;

/** Keeps a list up to date while its window is looked at, and says what came in. What was missed meanwhile comes with the next look. */
export function useLive(kind: LeadKind): void {
  const { revalidate } = useRevalidator();
  const { say } = useToasts();
  const act = useRef({ revalidate, say });
  act.current = { revalidate, say };
  useEffect(() => {
    const known = new Set<string>();
    let fresh = 0;
    let last = "";
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const show = () => {
      void act.current.revalidate();
      if (fresh > 0) act.current.say({ done: `${sayCount(kind, fresh).replace(" ", " new ")}` });
      fresh = 0;
    };
    const hear = (event: MessageEvent<string>) => {
      last = event.lastEventId;
      failures = 0;
      const { arrived, changed } = JSON.parse(event.data) as News; // our own API
      const isNews = arrived.some((id) => !known.has(id)) || changed.length > 0;
      fresh += arrived.filter((id) => !known.has(id)).length;
      for (const id of arrived) known.add(id);
      // What is told twice must not call off what the first time has set going.
      if (!isNews) return;
      clearTimeout(timer);
      timer = setTimeout(show, pauseMs);
    };
    const open = () => {
      if (source || document.hidden) return;
      source = new EventSource(`/api/contact/events${last ? `?after=${encodeURIComponent(last)}` : ""}`);
      source.addEventListener("leads", hear);
      source.addEventListener("error", tryAgain);
    };
    const close = () => {
      clearTimeout(retry);
      source?.close();
      source = null;
    };
    // A browser comes back by itself after a broken line, but never after a refusal, as while the site starts anew.
    const tryAgain = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, Math.min(60_000, retryMs * 2 ** failures));
      failures += 1;
    };
    const turn = () => {
      if (document.hidden) close();
      else open();
    };
    open();
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      clearTimeout(timer);
      close();
    };
  }, [kind]);
}
