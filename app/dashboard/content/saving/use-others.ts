import { type RefObject, useEffect, useRef, useState } from "react";
import type { EntryHead } from "#app/dashboard/content/form/entry-head.ts";
import type { SaveAnswer } from "./use-form-saver.ts";

const everyMs = 20_000;
/** The server looks for what is due every five seconds. */
const afterDueMs = 6000;

interface OthersProps {
  kind: string;
  /** As this screen knows it. */
  current: RefObject<EntryHead | null>;
  /** The next moment at which the schedule changes it; ISO 8601. */
  dueAt: string | null;
  /** When this changes, it is asked for at once. */
  cause: unknown;
  /** The same version, which has been published, unpublished or scheduled from elsewhere. */
  onStateChange(entry: EntryHead): void;
}

/**
 * Asks where the entry stands as long as the screen is looked at: every twenty seconds, when the window comes back, and when
 * its schedule was due. Answers who else has saved a newer version since; null while nobody has.
 */
export function useOthers({ kind, current, dueAt, cause, onStateChange }: OthersProps): EntryHead | null {
  const [other, setOther] = useState<EntryHead | null>(null);
  const latest = useRef(onStateChange);
  latest.current = onStateChange;
  const look = useRef(async () => {});
  look.current = async () => {
    const own = current.current;
    if (!own || document.visibilityState === "hidden") return;
    const answer = await fetch(`/dashboard/entry/save/${kind}/${own.id}`).catch(() => null);
    if (!answer?.headers.get("content-type")?.includes("json")) return;
    const { entry } = (await answer.json()) as SaveAnswer; // our own route
    const now = current.current;
    if (!entry || !now || entry.version < now.version) return;
    if (entry.version > now.version) return setOther(entry.isMine ? null : entry);
    if (stateOf(entry) !== stateOf(now)) latest.current(entry);
  };
  useEffect(() => {
    const now = () => void look.current();
    const timer = setInterval(now, everyMs);
    document.addEventListener("visibilitychange", now);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", now);
    };
  }, []);
  useEffect(() => {
    if (dueAt === null) return;
    const wait = Date.parse(dueAt) - Date.now() + afterDueMs;
    // Longer waits than a timer can hold are the interval's business.
    if (wait > 86_400_000) return;
    const timer = setTimeout(() => void look.current(), Math.max(afterDueMs, wait));
    return () => clearTimeout(timer);
  }, [dueAt]);
  const first = useRef(cause);
  useEffect(() => {
    if (first.current === cause) return;
    first.current = cause;
    void look.current();
  }, [cause]);
  return other;
}

function stateOf({ state, liveVersion, publishAt, unpublishAt, deletedAt }: EntryHead): string {
  return JSON.stringify([state, liveVersion, publishAt, unpublishAt, deletedAt]);
}
