import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
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
  type SavingState,
  sendForm,
  useFormSaver,
} from "#app/dashboard/content/saving/use-form-saver.ts";
import { type ActionError, type ActionResult, errorIn, okIn } from "#app/dashboard/parts/action-result.ts";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import type { NamedConflict } from "#app/dashboard/parts/with-conflict-author.ts";
import { readFields, type SentPairs, withoutBlankRows } from "#app/fields/read-form.ts";
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
  const { form, texts } = screen;
  const [choices, setChoices] = useState(screen.choices);
  /** JSON of the text that lost a conflict, until it is stored. */
  const [replaced, setReplaced] = useState("");
  const merges = useRef(0);
  const { say } = useToasts();
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
    onMerged(merged, sent) {
      const names = Object.keys(merged.values);
      const shown = pairsIn(formRef.current);
      if (names.some((name) => pairsOfField(shown, name) !== pairsOfField(sent, name))) return false;
      const focused = document.activeElement?.id ?? "";
      // The form is read right after this, with the new values.
      flushSync(() => {
        setChoices(merged.choices);
        setDraft((now) => withMerged(now, merged.values));
      });
      if (document.activeElement === document.body) document.getElementById(focused)?.focus();
      const labels = names.map((name) => form.fields[name]?.label ?? name).join(", ");
      say({ done: `${merged.by || "Somebody"} changed ${labels}. The change was added to your text.` });
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
    setReplaced(JSON.stringify(conflict.mine));
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
    replaced,
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
  /** How often a field was drawn from a change of somebody else. */
  merged: Record<string, number>;
}

function startDraft({ values }: EntryScreen): Draft {
  return { number: 0, values, errors: {}, problem: "", list: [], isTaken: false, merged: {} };
}

/** Draws the given fields from new values; the others stay as they were typed. */
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

/** The pairs of one field as text, for comparison. */
function pairsOfField(pairs: SentPairs, field: string): string {
  return JSON.stringify(pairs.filter(([name]) => name === field || name.startsWith(`${field}.`)));
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
  /** Counts the changes of others that came into the form. */
  merges: RefObject<number>;
  follow(entry: EntryHead): void;
  refuse(refusal: ActionError["refusal"], isAsked: boolean): void;
  clear(): void;
}

/** Saves, publishes and so on: what stands in the form goes along, so that nothing typed is left behind. */
function useActions({ form, formRef, saver, merges, follow, refuse, clear }: ActionsProps) {
  const fetcher = useFetcher<ActionResult<EntryAnswer>>();
  const { say } = useToasts();
  const mark = useRef(0);
  const { autosave, entry: current } = saver;
  const { submit, data } = fetcher;

  const send = useCallback(
    async (intent: string) => {
      const isTrash = intent === "trash" && current.current !== null;
      if (!isTrash && !hasTitle(formRef.current))
        return refuse(untitled(form.fields.title?.label ?? "Title"), true);
      // Saved first, so that a lost connection never breaks the screen.
      const before = merges.current;
      await autosave.flush(isTrash ? "autosave" : "save");
      const problem = connectionProblem(autosave.state());
      if (problem && intent !== "save")
        return void say({ done: `${undone(intent)}: ${problem}` }, { isBad: true });
      if (!isTrash && !isStored(autosave.state())) return;
      // Readers must not get a merged text before its author sees it.
      if (goesPublic(intent) && merges.current !== before)
        return void say(
          { done: `${undone(intent)}: check the added change, then try again.` },
          { isBad: true },
        );
      // Until now the form keeps its errors, and with them the field for a reason.
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
    [autosave, clear, current, form, formRef, merges, refuse, say, submit],
  );

  const seen = useRef(data);
  useEffect(() => {
    if (data === undefined || data === seen.current) return;
    seen.current = data;
    const refused = errorIn(data);
    // Sent once more as a save, if it can be: what was typed since is to be compared as well.
    if (refused?.refusal.code === "stale" && hasTitle(formRef.current)) return void autosave.flush("save");
    if (refused) return refuse(refused.refusal, true);
    clear();
    const done = okIn(data);
    if (done) say(done);
    if (!("entry" in data) || !data.entry) return;
    current.current = data.entry;
    follow(data.entry);
    autosave.settle(data.entry.savedAt, mark.current);
  }, [data, autosave, clear, current, follow, formRef, refuse, say]);
  return { send, isBusy: fetcher.state !== "idle" };
}

/** Why nothing reached the server; null when the server has answered. */
function connectionProblem({ is }: SavingState): string | null {
  if (is === "signed-out") return "you are signed out. Sign in and try again.";
  // Without changes nothing was sent that could have failed.
  return is === "offline" || !navigator.onLine ? "no connection. Try again." : null;
}

function goesPublic(intent: string): boolean {
  return intent === "publish" || intent === "schedule";
}

function isStored({ is }: SavingState): boolean {
  return is === "saved" || is === "unsaved";
}

const undoneWords: Record<string, string> = {
  schedule: "Not scheduled",
  unschedule: "Schedule not cancelled",
  discard: "Changes not discarded",
  unpublish: "Not unpublished",
  archive: "Not archived",
  duplicate: "Not duplicated",
  trash: "Not moved to trash",
};

function undone(intent: string): string {
  return undoneWords[intent] ?? "Not published";
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
  /** Somebody else has saved a newer version. */
  onNewer(): void;
}

export interface Others {
  /** The newer version that another person has saved since, or null. */
  newer: EntryHead | null;
  /** Names of other people who have the entry open. */
  present: readonly string[];
}

/**
 * Reports to the server that the entry is open, and reads its state, while the screen is visible: every twenty seconds,
 * when the window comes back, and when its schedule was due.
 */
export function useOthers({ kind, current, dueAt, cause, onStateChange, onNewer }: OthersProps): Others {
  const [newer, setNewer] = useState<EntryHead | null>(null);
  const [present, setPresent] = useState<readonly string[]>([]);
  const latest = useRef({ onStateChange, onNewer });
  latest.current = { onStateChange, onNewer };
  const [windowId] = useState(() => Math.random().toString(36).slice(2));
  const look = useRef(async () => {});
  look.current = async () => {
    const own = current.current;
    if (!own || document.visibilityState === "hidden") return;
    const body = presenceForm("open", windowId, own.version);
    const path = `/dashboard/entry/save/${kind}/${own.id}`;
    const answer = await fetch(path, { method: "POST", body }).catch(() => null);
    if (!answer?.headers.get("content-type")?.includes("json")) return;
    const { entry, others = [] } = (await answer.json()) as SaveAnswer; // our own route
    setPresent((before) => (saysTheSame(before, others) ? before : others));
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
    const now = () => void look.current();
    const leave = () => {
      const id = current.current?.id;
      // A beacon goes out even as the page ends.
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
