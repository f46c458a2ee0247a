import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { EntryFormDescription } from "#app/content/kind.ts";
import type { SaveConflict } from "#app/content/versions/save-entry.ts";
import { useComparing } from "#app/dashboard/content/saving/save-status.tsx";
import { type Unsaved, useUnsaved } from "#app/dashboard/content/saving/unsaved-store.tsx";
import {
  type FormSaver,
  type FormSaverProps,
  type SaveAnswer,
  type SaveKind,
  sendForm,
  useFormSaver,
} from "#app/dashboard/content/saving/use-form-saver.ts";
import { type ActionError, type ActionResult, errorIn, okIn } from "#app/dashboard/parts/action-result.ts";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import type { NamedConflict } from "#app/dashboard/parts/with-conflict-author.ts";
import { readFields, withoutBlankRows } from "#app/fields/read-form.ts";
import type { EntryAnswer, EntryScreen } from "./entry-screen.ts";
import { formTools } from "./form-tools.ts";
import type { EntryHead } from "./read-entry-form.ts";

/** What was saved of an entry in the meantime. */
type EntryConflict = NamedConflict<SaveConflict>;

interface EntryFormProps {
  screen: EntryScreen;
  formRef: RefObject<HTMLFormElement | null>;
  personId: string;
}

/** All that happens to a form while somebody writes in it. */
export function useEntryForm({ screen, formRef, personId }: EntryFormProps) {
  const { form, choices, texts } = screen;
  const unsaved = useUnsaved().forms;
  const [entry, setEntry] = useState(screen.entry);
  const [draft, setDraft] = useState(() => startDraft(screen));
  const [conflict, setConflict] = useState<EntryConflict | null>(null);
  const { isComparing, compare, stopComparing } = useComparing("f-title");

  const refuse = useCallback(
    (refusal: ActionError["refusal"], isAsked: boolean) => {
      if (refusal.code === "stale") {
        setConflict(refusal.detail as EntryConflict); // every stale refusal of an entry carries one
        // Whoever is writing goes on; both texts are compared when somebody asks to save.
        if (isAsked) compare();
        return;
      }
      setDraft((now) => (isAsked ? withErrors(now, refusal) : withFieldErrors(now, refusal)));
    },
    [compare],
  );
  const follow = useCallback(
    (next: EntryHead) => {
      setEntry((before) => {
        const path = `/dashboard/${form.dashboard.edit}/${next.id}`;
        if (!before) window.history.replaceState(window.history.state, "", path);
        return next;
      });
    },
    [form],
  );
  const saver = useSaver({
    kind: form.kind,
    personId,
    form: formRef,
    start: screen.entry,
    isOnServer: (left) => {
      const values = withoutBlankRows(form.fields, readFields(form.fields, left));
      return saysTheSame({ ...screen.values, ...values }, screen.values);
    },
    onEntry: follow,
    onSaved: () => {
      setConflict(null);
      setDraft(withoutFieldErrors);
    },
    onRefusal: (refusal, how: SaveKind) => refuse(refusal, how === "save"),
  });
  const { autosave } = saver;
  const touch = useCallback(() => autosave.touch(), [autosave]);
  const clear = useCallback(() => setDraft(withoutErrors), []);
  const { send, isBusy } = useActions({ form, formRef, saver, follow, refuse, clear });

  const redraw = (values: Record<string, unknown>) =>
    setDraft((now) => ({ ...withoutErrors(now), number: now.number + 1, values, isTaken: true }));
  const base = (version: number) => {
    if (saver.entry.current) saver.entry.current = { ...saver.entry.current, version };
    setEntry((now) => now && { ...now, version });
  };
  const take = (found: Unsaved) => {
    const basedOn = Number(found.pairs.find(([name]) => name === "basedOn")?.[1]);
    // What was saved since must not be overwritten unseen, not even by another window of one's own.
    if (entry && basedOn > 0 && basedOn < entry.version) base(basedOn);
    redraw({ ...screen.values, ...readFields(form.fields, found.pairs) });
    saver.drop();
    saver.sendSoon("autosave", () => void unsaved.forget(found.slot));
  };
  const settleConflict = (values: Record<string, unknown>) => {
    if (!conflict) return;
    base(conflict.version);
    setConflict(null);
    stopComparing();
    redraw(values);
    saver.sendSoon("save");
  };
  const parts = useMemo(
    () => ({ choices, texts, errors: draft.errors, tools: formTools, layout: "column" as const, touch }),
    [choices, texts, draft.errors, touch],
  );
  return {
    entry,
    draft,
    conflict,
    isComparing,
    isBusy,
    parts,
    saver,
    send,
    touch,
    take,
    settleConflict,
    stopComparing,
    follow,
  };
}

/** What the form is drawn from; a new number draws it anew. */
interface Draft {
  number: number;
  values: Record<string, unknown>;
  /** Sentences by field. */
  errors: Record<string, string>;
  problem: string;
  /** The same for the summary, the same array as long as nothing changes. */
  list: readonly { name: string; message: string }[];
  isTaken: boolean;
}

function startDraft({ values }: EntryScreen): Draft {
  return { number: 0, values, errors: {}, problem: "", list: [], isTaken: false };
}

function withErrors(draft: Draft, { fields, message }: ActionError["refusal"]): Draft {
  const list = Object.entries(fields).map(([name, text]) => ({ name, message: text }));
  return { ...draft, errors: fields, problem: message, list };
}

/** An autosave marks the fields it could not save; it moves nobody and sums nothing up. */
function withFieldErrors(draft: Draft, { fields }: ActionError["refusal"]): Draft {
  return saysTheSame(draft.errors, fields) ? draft : { ...draft, errors: fields };
}

/** A later save found all of them fixed; a summary stays until something is done again. */
function withoutFieldErrors(draft: Draft): Draft {
  return draft.problem !== "" || Object.keys(draft.errors).length === 0 ? draft : { ...draft, errors: {} };
}

function withoutErrors(draft: Draft): Draft {
  return draft.problem === "" && Object.keys(draft.errors).length === 0
    ? draft
    : { ...draft, errors: {}, problem: "", list: [] };
}

/** Whether two values say the same, whatever the order of their keys. */
function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(parts.map(([key, part]) => [key, sorted(part)]));
}

interface ActionsProps {
  form: EntryFormDescription;
  formRef: RefObject<HTMLFormElement | null>;
  saver: Saver;
  follow(entry: EntryHead): void;
  refuse(refusal: ActionError["refusal"], isAsked: boolean): void;
  clear(): void;
}

/** Saves, publishes and so on: what stands in the form goes along, so that nothing typed is left behind. */
function useActions({ form, formRef, saver, follow, refuse, clear }: ActionsProps) {
  const fetcher = useFetcher<ActionResult<EntryAnswer>>();
  const { say } = useToasts();
  const mark = useRef(0);
  const { autosave, entry: current } = saver;
  const { submit, data } = fetcher;

  const send = useCallback(
    async (intent: string) => {
      clear();
      if (intent === "trash" && current.current) await autosave.flush();
      else if (!hasTitle(formRef.current)) return refuse(untitled(form.fields.title?.label ?? "Title"), true);
      // Saved first and by itself, so that a lost connection is words in the head and never a broken screen.
      else if (!(await autosave.flush("save"))) return;
      if (intent === "save" || !formRef.current) return;
      const body = new FormData(formRef.current);
      body.set("intent", intent);
      const { dashboard } = form;
      const entry = current.current;
      if (entry) body.set("basedOn", String(entry.version));
      mark.current = autosave.mark();
      const action = entry ? `/dashboard/${dashboard.edit}/${entry.id}` : `/dashboard/${dashboard.add}`;
      void submit(body, { method: "post", action });
    },
    [autosave, clear, current, form, formRef, refuse, submit],
  );

  const seen = useRef(data);
  useEffect(() => {
    if (data === undefined || data === seen.current) return;
    seen.current = data;
    const refused = errorIn(data);
    // Sent once more as a save, if it can be: what was typed since is to be compared as well.
    if (refused?.refusal.code === "stale" && hasTitle(formRef.current)) return void autosave.flush("save");
    if (refused) return refuse(refused.refusal, true);
    const done = okIn(data);
    if (done) say(done);
    if (!("entry" in data) || !data.entry) return;
    current.current = data.entry;
    follow(data.entry);
    autosave.settle(data.entry.savedAt, mark.current);
  }, [data, autosave, current, follow, formRef, refuse, say]);
  return { send, isBusy: fetcher.state !== "idle" };
}

function untitled(label: string): ActionError["refusal"] {
  return {
    code: "invalid",
    message: "Some fields need another look.",
    fields: { title: `${label} is needed` },
    detail: null,
  };
}

function hasTitle(form: HTMLFormElement | null): boolean {
  return String(form ? (new FormData(form).get("title") ?? "") : "").trim() !== "";
}

interface SaverProps
  extends Pick<
    FormSaverProps<EntryHead>,
    "form" | "start" | "isOnServer" | "onEntry" | "onSaved" | "onRefusal"
  > {
  kind: string;
  personId: string;
}

type Saver = FormSaver<EntryHead>;

/** Saves the form of an entry by itself as long as it is shown. */
function useSaver({ kind, personId, ...props }: SaverProps): Saver {
  return useFormSaver({
    ...props,
    needs: "title",
    slots: `${personId} ${kind} ${props.start?.id ?? "new"}`,
    send: (entry, pairs, how) =>
      sendForm(`/dashboard/entry/save/${kind}/${entry?.id ?? "new"}`, entry, pairs, how),
  });
}

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
