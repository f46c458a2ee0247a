import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { useToasts } from "../parts/toasts.tsx";
import { type LeadKind, sayCount } from "./place-of.ts";

interface News {
  arrived: string[];
  changed: string[];
}

const pauseMs = 300;

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
    const show = () => {
      void act.current.revalidate();
      if (fresh > 0) act.current.say({ done: `${sayCount(kind, fresh).replace(" ", " new ")}` });
      fresh = 0;
    };
    const hear = (event: MessageEvent<string>) => {
      last = event.lastEventId;
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
    };
    const turn = () => {
      if (!document.hidden) return open();
      source?.close();
      source = null;
    };
    open();
    document.addEventListener("visibilitychange", turn);
    return () => {
      document.removeEventListener("visibilitychange", turn);
      clearTimeout(timer);
      source?.close();
    };
  }, [kind]);
}
