import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFetcher } from "react-router";
import { useComparing } from "#app/dashboard/content/saving/save-status.tsx";
import { type Unsaved, useUnsaved } from "#app/dashboard/content/saving/unsaved-store.tsx";
import {
  type FormSaver,
  type FormSaverProps,
  type SaveAnswer,
  type SaveKind,
  type SavingState,
  sendForm,
  useFormSaver,
} from "#app/dashboard/content/saving/use-form-saver.ts";
import { type ActionError, type ActionResult, errorIn, okIn } from "#app/dashboard/parts/action-result.ts";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import type { NamedConflict } from "#app/dashboard/parts/with-conflict-author.ts";
import type { EntryFormDescription } from "#app/domain/content/kind.ts";
import type { SaveConflict } from "#app/domain/content/versions/save-entry.ts";
import { readFields, type SentPairs, withoutBlankRows } from "#app/lib/fields/read-form.ts";
import type { EntryAnswer, EntryScreen } from "./entry-screen.ts";
import { formTools } from "./form-tools.ts";
import type { EntryHead } from "./read-entry-form.ts";

/** Version that another save stored since this form was loaded. */
type EntryConflict = NamedConflict<SaveConflict>;

interface EntryFormProps {
  screen: EntryScreen;
  formRef: RefObject<HTMLFormElement | null>;
  personId: string;
}

/** State of an entry's form: autosave, merges, conflicts and actions. */
export function useEntryForm({ screen, formRef, personId }: EntryFormProps) {
  const { form, texts } = screen;
  const [choices, setChoices] = useState(screen.choices);
  /** JSON of the text that lost a conflict, until it is stored. */
  const [replaced, setReplaced] = useState("");
  const merges = useRef(0);
  const { showToast } = useToasts();
  const unsaved = useUnsaved().forms;
  const [entry, setEntry] = useState(screen.entry);
  const [draft, setDraft] = useState(() => startDraft(screen));
  const [conflict, setConflict] = useState<EntryConflict | null>(null);
  const { isComparing, compare, stopComparing } = useComparing("f-title");

  const refuse = useCallback(
    (refusal: ActionError["refusal"], isExplicit: boolean) => {
      if (refusal.code === "stale") {
        setConflict(refusal.detail as EntryConflict); // the detail of every stale entry
        // The writer continues; only an explicit save opens the comparison.
        if (isExplicit) compare();
        return;
      }
      setDraft((now) => (isExplicit ? withErrors(now, refusal) : withFieldErrors(now, refusal)));
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
      return hasEqualContent({ ...screen.values, ...values }, screen.values);
    },
    onEntry: follow,
    onMerged(merged, sent) {
      const names = Object.keys(merged.values);
      const shown = pairsIn(formRef.current);
      if (names.some((name) => pairsOfField(shown, name) !== pairsOfField(sent, name))) return false;
      const focused = document.activeElement?.id ?? "";
      // The caller reads the form right after this, with the new values.
      flushSync(() => {
        setChoices(merged.choices);
        setDraft((now) => withMerged(now, merged.values));
      });
      if (document.activeElement === document.body) document.getElementById(focused)?.focus();
      const labels = names.map((name) => form.fields[name]?.label ?? name).join(", ");
      showToast({ done: `${merged.by || "Somebody"} changed ${labels}. The change was added to your text.` });
      merges.current += 1;
      return true;
    },
    onSaved: () => {
      setReplaced("");
      setConflict(null);
      setDraft(withoutFieldErrors);
    },
    onRefusal: (refusal, how: SaveKind) => refuse(refusal, how === "save"),
  });
  const { autosave } = saver;
  const touch = useCallback(() => autosave.touch(), [autosave]);
  const clear = useCallback(() => setDraft(withoutErrors), []);
  const { send, isBusy } = useActions({ form, formRef, saver, merges, follow, refuse, clear });

  const resetForm = (values: Record<string, unknown>) =>
    setDraft((now) => ({ ...withoutErrors(now), number: now.number + 1, values, isReplaced: true }));
  const setBase = (version: number) => {
    if (saver.entry.current) saver.entry.current = { ...saver.entry.current, version };
    setEntry((now) => now && { ...now, version });
  };
  const restore = (found: Unsaved) => {
    const basedOn = Number(found.pairs.find(([name]) => name === "basedOn")?.[1]);
    // A newer version must not be overwritten unseen, even when it comes from the same person's other window.
    if (entry && basedOn > 0 && basedOn < entry.version) setBase(basedOn);
    resetForm({ ...screen.values, ...readFields(form.fields, found.pairs) });
    saver.discard();
    saver.sendSoon("autosave", () => void unsaved.remove(found.slot));
  };
  const resolveConflict = (values: Record<string, unknown>) => {
    if (!conflict) return;
    setBase(conflict.version);
    setReplaced(JSON.stringify(conflict.mine));
    setConflict(null);
    stopComparing();
    resetForm(values);
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
    replaced,
    isComparing,
    isBusy,
    parts,
    saver,
    send,
    touch,
    restore,
    resolveConflict,
    stopComparing,
    follow,
  };
}

/** Initial values of the form; a new `key` renders it again. */
interface Draft {
  number: number;
  values: Record<string, unknown>;
  /** Messages by field. */
  errors: Record<string, string>;
  problem: string;
  /** Errors for the summary; the array keeps its identity until they change. */
  list: readonly { name: string; message: string }[];
  isReplaced: boolean;
  /** Number of merges by field. */
  merged: Record<string, number>;
}

function startDraft({ values }: EntryScreen): Draft {
  return { number: 0, values, errors: {}, problem: "", list: [], isReplaced: false, merged: {} };
}

/** Renders the given fields with new values and leaves the others as typed. */
function withMerged(draft: Draft, values: Record<string, unknown>): Draft {
  const counts = Object.keys(values).map((name) => [name, (draft.merged[name] ?? 0) + 1]);
  return {
    ...draft,
    values: { ...draft.values, ...values },
    merged: { ...draft.merged, ...Object.fromEntries(counts) },
  };
}

function pairsIn(form: HTMLFormElement | null): SentPairs {
  const data = form ? [...new FormData(form)] : [];
  return data.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
}

/** The submitted pairs of one field as a string, for comparison. */
function pairsOfField(pairs: SentPairs, field: string): string {
  return JSON.stringify(pairs.filter(([name]) => name === field || name.startsWith(`${field}.`)));
}

function withErrors(draft: Draft, { fields, message }: ActionError["refusal"]): Draft {
  const list = Object.entries(fields).map(([name, text]) => ({ name, message: text }));
  return { ...draft, errors: fields, problem: message, list };
}

/** Autosave marks the refused fields without moving the focus or showing a summary. */
function withFieldErrors(draft: Draft, { fields }: ActionError["refusal"]): Draft {
  return hasEqualContent(draft.errors, fields) ? draft : { ...draft, errors: fields };
}

/** A later autosave succeeded; an error summary stays until the next action. */
function withoutFieldErrors(draft: Draft): Draft {
  return draft.problem !== "" || Object.keys(draft.errors).length === 0 ? draft : { ...draft, errors: {} };
}

function withoutErrors(draft: Draft): Draft {
  return draft.problem === "" && Object.keys(draft.errors).length === 0
    ? draft
    : { ...draft, errors: {}, problem: "", list: [] };
}

/** Compares two values regardless of the order of their keys. */
function hasEqualContent(one: unknown, other: unknown): boolean {
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
  /** Counts merges of other people's changes. */
  merges: RefObject<number>;
  follow(entry: EntryHead): void;
  refuse(refusal: ActionError["refusal"], isExplicit: boolean): void;
  clear(): void;
}

/** Actions of the entry, such as save and publish; each submits the form with unsaved changes. */
function useActions({ form, formRef, saver, merges, follow, refuse, clear }: ActionsProps) {
  const fetcher = useFetcher<ActionResult<EntryAnswer>>();
  const { showToast } = useToasts();
  const mark = useRef(0);
  const { autosave, entry: current } = saver;
  const { submit, data } = fetcher;

  const send = useCallback(
    async (intent: string) => {
      const isTrash = intent === "trash" && current.current !== null;
      if (!isTrash && !hasTitle(formRef.current))
        return refuse(untitled(form.fields.title?.label ?? "Title"), true);
      // Saving first detects a lost connection, which would turn the screen into an error page.
      const before = merges.current;
      await autosave.flush(isTrash ? "autosave" : "save");
      const problem = connectionProblem(autosave.state());
      if (problem && intent !== "save")
        return void showToast({ done: `${failureText(intent)}: ${problem}` }, { isBad: true });
      if (!isTrash && !isStored(autosave.state())) return;
      // The author must see a merged text before it becomes public.
      if (goesPublic(intent) && merges.current !== before)
        return void showToast(
          { done: `${failureText(intent)}: check the added change, then try again.` },
          { isBad: true },
        );
      // The form keeps its errors until here, and with them the field for a reason.
      if (intent === "save") clear();
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
    [autosave, clear, current, form, formRef, merges, refuse, showToast, submit],
  );

  const seen = useRef(data);
  useEffect(() => {
    if (data === undefined || data === seen.current) return;
    seen.current = data;
    const refused = errorIn(data);
    // Saves again, so that the comparison includes changes typed since.
    if (refused?.refusal.code === "stale" && hasTitle(formRef.current)) return void autosave.flush("save");
    if (refused) return refuse(refused.refusal, true);
    clear();
    const done = okIn(data);
    if (done) showToast(done);
    if (!("entry" in data) || !data.entry) return;
    current.current = data.entry;
    follow(data.entry);
    autosave.settle(data.entry.savedAt, mark.current);
  }, [data, autosave, clear, current, follow, formRef, refuse, showToast]);
  return { send, isBusy: fetcher.state !== "idle" };
}

/** Reason why the request failed; null when the server has answered. */
function connectionProblem({ is }: SavingState): string | null {
  if (is === "signed-out") return "you are signed out. Sign in and try again.";
  // Without changes no request was sent.
  return is === "offline" || !navigator.onLine ? "no connection. Try again." : null;
}

function goesPublic(intent: string): boolean {
  return intent === "publish" || intent === "schedule";
}

function isStored({ is }: SavingState): boolean {
  return is === "saved" || is === "unsaved";
}

const failureTexts: Record<string, string> = {
  schedule: "Not scheduled",
  unschedule: "Schedule not cancelled",
  discard: "Changes not discarded",
  unpublish: "Not unpublished",
  archive: "Not archived",
  duplicate: "Not duplicated",
  trash: "Not moved to trash",
};

function failureText(intent: string): string {
  return failureTexts[intent] ?? "Not published";
}

function untitled(label: string): ActionError["refusal"] {
  return {
    code: "invalid",
    message: "Please check these fields.",
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
    "form" | "start" | "isOnServer" | "onEntry" | "onMerged" | "onSaved" | "onRefusal"
  > {
  kind: string;
  personId: string;
}

type Saver = FormSaver<EntryHead>;

/** Saves the form of an entry automatically while it is mounted. */
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
/** The server runs scheduled changes every five seconds. */
const afterDueMs = 6000;

interface PresenceProps {
  kind: string;
  /** Entry as this screen last read it. */
  current: RefObject<EntryHead | null>;
  /** Next scheduled change, ISO 8601. */
  dueAt: string | null;
  /** A change of this value reloads at once. */
  cause: unknown;
  /** Called when the same version was published, unpublished or scheduled elsewhere. */
  onStateChange(entry: EntryHead): void;
  /** Called when another person has saved a newer version. */
  onNewer(): void;
}

export interface PresenceState {
  /** Newer version saved by another person, or null. */
  newer: EntryHead | null;
  /** Names of other people who have the entry open. */
  present: readonly string[];
}

/**
 * Reports an open entry to the server and reads its state: every twenty seconds, on focus, and after a
 * scheduled change. Pauses while the screen is hidden.
 */
export function usePresence({
  kind,
  current,
  dueAt,
  cause,
  onStateChange,
  onNewer,
}: PresenceProps): PresenceState {
  const [newer, setNewer] = useState<EntryHead | null>(null);
  const [present, setPresent] = useState<readonly string[]>([]);
  const latest = useRef({ onStateChange, onNewer });
  latest.current = { onStateChange, onNewer };
  const [windowId] = useState(() => Math.random().toString(36).slice(2));
  const refresh = useRef(async () => {});
  refresh.current = async () => {
    const own = current.current;
    if (!own || document.visibilityState === "hidden") return;
    const body = presenceForm("open", windowId, own.version);
    const path = `/dashboard/entry/save/${kind}/${own.id}`;
    const answer = await fetch(path, { method: "POST", body }).catch(() => null);
    if (!answer?.headers.get("content-type")?.includes("json")) return;
    const { entry, others = [] } = (await answer.json()) as SaveAnswer; // the type of this route's answer
    setPresent((before) => (hasEqualContent(before, others) ? before : others));
    const now = current.current;
    if (!entry || !now || entry.version < now.version) return;
    if (entry.version > now.version) {
      setNewer(entry.isMine ? null : entry);
      if (!entry.isMine) latest.current.onNewer();
      return;
    }
    if (stateOf(entry) !== stateOf(now)) latest.current.onStateChange(entry);
  };
  useEffect(() => {
    const now = () => void refresh.current();
    const leave = () => {
      const id = current.current?.id;
      // A beacon is sent even while the page unloads.
      if (id)
        navigator.sendBeacon?.(`/dashboard/entry/save/${kind}/${id}`, presenceForm("close", windowId, 1));
    };
    now();
    const timer = setInterval(now, everyMs);
    document.addEventListener("visibilitychange", now);
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", now);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [kind, windowId, current]);
  useEffect(() => {
    if (dueAt === null) return;
    const wait = Date.parse(dueAt) - Date.now() + afterDueMs;
    // Timers overflow on longer delays; the interval covers those.
    if (wait > 86_400_000) return;
    const timer = setTimeout(() => void refresh.current(), Math.max(afterDueMs, wait));
    return () => clearTimeout(timer);
  }, [dueAt]);
  const first = useRef(cause);
  useEffect(() => {
    if (first.current === cause) return;
    first.current = cause;
    void refresh.current();
  }, [cause]);
  return { newer, present };
}

function presenceForm(intent: "open" | "close", windowId: string, version: number): FormData {
  const body = new FormData();
  body.set("intent", intent);
  body.set("window", windowId);
  body.set("basedOn", String(version));
  return body;
}

function stateOf({ state, liveVersion, publishAt, unpublishAt, deletedAt }: EntryHead): string {
  return JSON.stringify([state, liveVersion, publishAt, unpublishAt, deletedAt]);
}
