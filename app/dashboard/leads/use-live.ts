import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { type LeadKind, leadKinds, pluralOf } from "#app/leads/lead-kinds.ts";
import { useToasts } from "../parts/toasts.tsx";
import { formatLeadCount } from "./labels.ts";

interface ArrivedLead {
  id: string;
  kind: (typeof pluralOf)[LeadKind];
}

interface News {
  arrived: ArrivedLead[];
  changed: string[];
}

const pauseMs = 300;
const retryMs = 2000;

/** Keeps a list up to date while its window is looked at, and says what came in. What was missed meanwhile comes with the next look. */
export function useLive(): void {
  const { revalidate } = useRevalidator();
  const { say } = useToasts();
  const act = useRef({ revalidate, say });
  act.current = { revalidate, say };
  useEffect(() => {
    const known = new Set<string>();
    let fresh: News["arrived"] = [];
    let last = "";
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const show = () => {
      void act.current.revalidate();
      if (fresh.length > 0) act.current.say({ done: formatNews(fresh) });
      fresh = [];
    };
    const hear = (event: MessageEvent<string>) => {
      last = event.lastEventId;
      failures = 0;
      const { arrived, changed } = JSON.parse(event.data) as News; // our own API
      const isNews = arrived.some(({ id }) => !known.has(id)) || changed.length > 0;
      fresh.push(...arrived.filter(({ id }) => !known.has(id)));
      for (const { id } of arrived) known.add(id);
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
  }, []);
}

/** "1 new message", "2 new messages and 1 new call request". */
export function formatNews(arrived: readonly Pick<ArrivedLead, "kind">[]): string {
  return leadKinds
    .map((kind) => ({ kind, count: arrived.filter((one) => one.kind === pluralOf[kind]).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => formatLeadCount(kind, count).replace(" ", " new "))
    .join(" and ");
}
