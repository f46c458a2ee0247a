import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { type LeadKind, leadKinds, pluralOf } from "#app/domain/leads/lead-kinds.ts";
import { useToasts } from "../parts/toasts.tsx";
import { formatLeadCount } from "./labels.ts";

interface ArrivedLead {
  id: string;
  kind: (typeof pluralOf)[LeadKind];
}

interface LeadEvents {
  arrived: ArrivedLead[];
  changed: string[];
}

const pauseMs = 300;
const retryMs = 2000;

/**
 * Updates the list and announces new leads while the window is visible. Events missed while hidden arrive on
 * return.
 */
export function useLiveUpdates(): void {
  const { revalidate } = useRevalidator();
  const { showToast } = useToasts();
  const latest = useRef({ revalidate, showToast });
  latest.current = { revalidate, showToast };
  useEffect(() => {
    const known = new Set<string>();
    let unannounced: LeadEvents["arrived"] = [];
    let last = "";
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const show = () => {
      void latest.current.revalidate();
      if (unannounced.length > 0) latest.current.showToast({ done: formatArrivals(unannounced) });
      unannounced = [];
    };
    const handleEvent = (event: MessageEvent<string>) => {
      last = event.lastEventId;
      failures = 0;
      const { arrived, changed } = JSON.parse(event.data) as LeadEvents; // the type of our own API
      const hasChanges = arrived.some(({ id }) => !known.has(id)) || changed.length > 0;
      unannounced.push(...arrived.filter(({ id }) => !known.has(id)));
      for (const { id } of arrived) known.add(id);
      // A repeated event must not restart the timer.
      if (!hasChanges) return;
      clearTimeout(timer);
      timer = setTimeout(show, pauseMs);
    };
    const open = () => {
      if (source || document.hidden) return;
      source = new EventSource(`/api/contact/events${last ? `?after=${encodeURIComponent(last)}` : ""}`);
      source.addEventListener("leads", handleEvent);
      source.addEventListener("error", reconnect);
    };
    const close = () => {
      clearTimeout(retry);
      source?.close();
      source = null;
    };
    // Browsers reconnect after a lost connection, but not after an error response, such as during a restart.
    const reconnect = () => {
      if (source?.readyState !== EventSource.CLOSED) return;
      close();
      retry = setTimeout(open, Math.min(60_000, retryMs * 2 ** failures));
      failures += 1;
    };
    const handleVisibility = () => {
      if (document.hidden) close();
      else open();
    };
    open();
    document.addEventListener("visibilitychange", handleVisibility);
    return () => {
      document.removeEventListener("visibilitychange", handleVisibility);
      clearTimeout(timer);
      close();
    };
  }, []);
}

/** "1 new message", "2 new messages and 1 new call request". */
export function formatArrivals(arrived: readonly Pick<ArrivedLead, "kind">[]): string {
  return leadKinds
    .map((kind) => ({ kind, count: arrived.filter((one) => one.kind === pluralOf[kind]).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => formatLeadCount(kind, count).replace(" ", " new "))
    .join(" and ");
}
