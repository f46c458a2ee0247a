import Eye from "lucide-react/icons/eye";
import Users from "lucide-react/icons/users";
import {
  type ContextType,
  type FormEvent,
  type KeyboardEvent,
  memo,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Conflict, type OtherWriter } from "#app/dashboard/content/differences.tsx";
import { PreviewLinks } from "#app/dashboard/content/preview-links.tsx";
import {
  ConflictNotice,
  FoundUnsaved,
  LeaveGuard,
  SaveOnEnter,
  SavingStatus,
} from "#app/dashboard/content/saving/save-status.tsx";
import type { SavingState } from "#app/dashboard/content/saving/use-form-saver.ts";
import { Empty } from "#app/dashboard/parts/list-screen.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { Screen, useHeadHeight } from "#app/dashboard/parts/screen.tsx";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { useShortcuts } from "#app/dashboard/shell/shortcuts.tsx";
import type { EntryFormDescription } from "#app/domain/content/kind.ts";
import { entryPath, slugOf } from "#app/domain/content/urls/slug.ts";
import { previewPath, refreshMessage } from "#app/domain/routing/page-addresses.ts";
import { FormField } from "#app/lib/fields/controls/form-field.tsx";
import { LengthCounter } from "#app/lib/fields/controls/parts/length-counter.tsx";
import { FormContext, useForm } from "#app/lib/fields/form-context.ts";
import { ErrorSummary, FieldError } from "#app/lib/ui/field.tsx";
import type { EntryScreen } from "./entry-screen.ts";
import { LiveSearchPreview } from "./live-search-preview.tsx";
import { CheckPanel, MoreMenu, PublishButton, PublishDialog, StatePanel } from "./publishing-controls.tsx";
import type { EntryHead } from "./read-entry-form.ts";
import { useEntryForm, usePresence } from "./use-entry-form.ts";

interface EntryEditorProps {
  screen: EntryScreen;
  /** Result of the last action of this screen. */
  answer: unknown;
}

/** Editing screen for an entry of any kind. */
export function EntryEditor({ screen, answer }: EntryEditorProps) {
  const { form } = screen;
  const formRef = useRef<HTMLFormElement>(null);
  const { person } = useLayoutData();
  const editing = useEntryForm({ screen, formRef, personId: person.id });
  const { entry, draft, saver } = editing;
  const [isPreview, setPreview] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useHeadHeight();
  const { newer: others, present } = usePresence({
    kind: form.kind,
    current: saver.entry,
    dueAt: nextScheduledChange(entry),
    cause: editing.conflict ?? screen,
    onStateChange: (next) => {
      saver.entry.current = next;
      editing.follow(next);
    },
    // Merges changes of other fields; otherwise a notice offers the comparison.
    onNewer: () => {
      saver.autosave.touch();
      void saver.autosave.flush();
    },
  });
  const conflictBy: OtherWriter = {
    name: editing.conflict?.savedByName || "Somebody else",
    isMe: editing.conflict?.author === person.id,
  };
  const isBehind =
    others !== null && others.version > Math.max(entry?.version ?? 0, editing.conflict?.version ?? 0);
  // Changes of other fields are merged without a notice.
  const newer =
    editing.conflict &&
    (isBehind
      ? { version: others.version, by: { name: others.savedBy, isMe: others.isMine } }
      : { version: editing.conflict.version, by: conflictBy });
  useShortcuts(
    useMemo(
      () => [
        { keys: "Mod+s", label: "Save", run: () => void editing.send("save") },
        {
          keys: "Mod+Shift+Enter",
          label: "Publish or update",
          run: () => setAsking(!editing.isComparing),
        },
        { keys: "Mod+Shift+p", label: "Show or hide the preview", run: () => setPreview((is) => !is) },
      ],
      [editing.send, editing.isComparing],
    ),
  );
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent; // React wraps the browser's event
    event.preventDefault();
    void editing.send(submitter?.getAttribute("value") ?? "save");
  };
  const editPath = `/dashboard/${form.dashboard.edit}/${entry?.id ?? ""}`;
  if (entry?.deletedAt) return <TrashNotice form={form} entry={entry} answer={answer} />;
  const fields = { form, values: draft.values, parts: editing.parts, merged: draft.merged, entry };
  return (
    <Screen
      title={entry ? entry.title : `New ${form.label.one.toLowerCase()}`}
      crumbs={[{ name: form.label.many, path: `/dashboard/${form.dashboard.list}` }]}
      answer={answer}
      status={
        <SavingStatus state={saver.state} entry={entry} needs={form.fields.title?.label.toLowerCase()} />
      }
      actions={
        !editing.isComparing && (
          <>
            <button
              className="btn quiet"
              type="button"
              aria-pressed={isPreview}
              disabled={!entry}
              onClick={() => setPreview(!isPreview)}
            >
              <Eye className="icon" aria-hidden /> <span>Preview</span>
            </button>
            {entry && <MoreMenu entry={entry} editPath={editPath} hasPage={form.hasPage} />}
            <PublishButton entry={entry} isBusy={editing.isBusy} isDirty={!isSaved(saver.state)} />
          </>
        )
      }
    >
      <LeaveGuard autosave={saver.autosave} />
      {saver.found && !draft.isReplaced && (
        <FoundUnsaved found={saver.found} onApply={editing.restore} onDiscard={saver.discard} />
      )}
      <PublishDialog
        entry={entry}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onPublish={() => void editing.send("publish")}
      />
      {present.length > 0 && !newer && !editing.isComparing && (
        <p className="strip present" role="status">
          <Users className="icon" aria-hidden /> {nameList(present)} {present.length === 1 ? "is" : "are"}{" "}
          editing this.
        </p>
      )}
      {newer && !editing.isComparing && (
        <ConflictNotice onCompare={() => void editing.send("save")}>
          {newer.by.isMe ? "You also edited this in another window" : `${newer.by.name} also edited this`}{" "}
          (version {newer.version}).
        </ConflictNotice>
      )}
      {editing.conflict && editing.isComparing && (
        <div className="pad">
          <Conflict
            form={form.fields}
            mine={editing.conflict.mine}
            theirs={Object(editing.conflict.data)}
            base={Object(editing.conflict.base)}
            by={conflictBy}
            at={editing.conflict.at}
            onApply={editing.resolveConflict}
            onClose={editing.stopComparing}
          >
            {" "}
            The other one stays in the history.
          </Conflict>
        </div>
      )}
      {draft.problem && <ErrorSummary title={draft.problem} errors={draft.list} />}
      <div className={isPreview ? "entry-editor with-preview" : "entry-editor"} hidden={editing.isComparing}>
        <form
          className="entry-form"
          id="entry"
          method="post"
          noValidate
          ref={formRef}
          onSubmit={submit}
          onInput={editing.touch}
          onChange={editing.touch}
        >
          <SaveOnEnter />
          {editing.replaced && <input type="hidden" name="replaced" value={editing.replaced} />}
          <input type="hidden" name="key" value={screen.key} />
          <input type="hidden" name="basedOn" value={entry?.version ?? ""} />
          <div className="page" key={`page-${draft.number}`}>
            <div className="col">
              <EntryFields {...fields} column="page" />
            </div>
          </div>
          {isPreview && entry && (
            <div className="preview">
              <PreviewFrame kind={form.kind} id={entry.id} version={entry.version} title={entry.title} />
            </div>
          )}
          <aside className="props" aria-label="State and settings">
            <FormContext.Provider value={editing.parts}>
              <StatePanel entry={entry} isBusy={editing.isBusy} />
            </FormContext.Provider>
            <div className="side-fields" key={`side-${draft.number}`}>
              <EntryFields {...fields} column="side" />
            </div>
          </aside>
        </form>
        <aside className="props more" aria-label="Check and previews">
          {entry && <CheckPanel findings={entry.findings} />}
          {form.hasPage && <LiveSearchPreview screen={screen} form={formRef} />}
          {entry && form.hasPage && <PreviewLinksOnDemand kind={form.kind} id={entry.id} />}
        </aside>
      </div>
    </Screen>
  );
}

function nameList(names: readonly string[]): string {
  return new Intl.ListFormat("en").format(names);
}

function isSaved({ is }: SavingState): boolean {
  return is === "clean" || is === "saved";
}

/** Next scheduled change of the entry's state. */
function nextScheduledChange(entry: EntryHead | null): string | null {
  const times = [entry?.publishAt, entry?.unpublishAt].filter((at) => typeof at === "string");
  return times.sort()[0] ?? null;
}

/** Loads the preview links only when opened, so that a failed request does not disturb writing. */
function PreviewLinksOnDemand({ kind, id }: { kind: string; id: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="btn quiet">Share preview link</summary>
      {isOpen && <PreviewLinks kind={kind} id={id} />}
    </details>
  );
}

interface TrashNoticeProps {
  form: EntryFormDescription;
  entry: EntryHead;
  answer: unknown;
}

/** Notice in place of the form for an entry in the trash. */
function TrashNotice({ form, entry, answer }: TrashNoticeProps) {
  return (
    <Screen
      title={entry.title}
      crumbs={[{ name: form.label.many, path: `/dashboard/${form.dashboard.list}` }]}
      answer={answer}
    >
      <Empty title="In trash">
        {entry.deletedAt && (
          <p>
            Deleted <Moment at={entry.deletedAt} inSentence />. It is deleted permanently after 30 days.
          </p>
        )}
        <form method="post">
          <button className="btn" type="submit" name="intent" value="untrash">
            Restore
          </button>
        </form>
      </Empty>
    </Screen>
  );
}

interface PreviewFrameProps {
  /** Name of the kind. */
  kind: string;
  id: string;
  /** Number of the newest saved version; a higher one reloads the preview at the same scroll position. */
  version: number;
  title: string;
}

/** Public page of the newest version, next to the form. */
function PreviewFrame({ kind, id, version, title }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current === version) return;
    shown.current = version;
    frame.current?.contentWindow?.postMessage(refreshMessage, location.origin);
  }, [version]);
  return (
    <iframe
      ref={frame}
      className="preview-frame"
      src={previewPath(kind, id)}
      title={`Preview: ${title}`}
      loading="lazy"
    />
  );
}

interface EntryFieldsProps {
  form: EntryFormDescription;
  values: Record<string, unknown>;
  parts: ContextType<typeof FormContext>;
  column: "page" | "side";
  entry: EntryHead | null;
  /** Counts merges by field; a higher count renders the field again. */
  merged: Record<string, number>;
}

/** One column of a kind's fields. Rendered once, because the inputs are uncontrolled. */
const EntryFields = memo(function EntryFields(props: EntryFieldsProps) {
  const { form, values, parts, column, entry, merged } = props;
  const keyOf = (name: string) => `${name} ${merged[name] ?? 0}`;
  const fields = Object.entries(form.fields).filter(([, field]) => field.column === column);
  return (
    <FormContext.Provider value={parts}>
      {fields.map(([name, field]) =>
        name === "title" ? (
          <TitleField
            key={keyOf(name)}
            title={String(values.title ?? "")}
            customSlug={String(values.customSlug ?? "")}
            label={field.label}
            max={Number(Reflect.get(field, "max"))}
            place={form}
            entry={entry}
          />
        ) : (
          <FormField key={keyOf(name)} name={name} input={field} value={values[name]} />
        ),
      )}
    </FormContext.Provider>
  );
});

interface TitleFieldProps {
  title: string;
  customSlug: string;
  /** Such as "Title" or "Name". */
  label: string;
  max: number;
  /** Public path of the list, and whether entries have their own pages below it. */
  place: { path: string; hasPage: boolean };
  entry: EntryHead | null;
}

/** Title field in its public size, with the address derived from the title. */
function TitleField({ title, customSlug, label, max, place, entry }: TitleFieldProps) {
  const { errors } = useForm();
  const isNew = useRef(entry === null);
  useEffect(() => {
    if (isNew.current) document.getElementById("f-title")?.focus();
  }, []);
  const skipNewline = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = event.currentTarget.form?.querySelector<HTMLElement>("[name=summary]");
    next?.focus();
  };
  return (
    <div className={errors.title ? "entry-title bad" : "entry-title"}>
      <label className="visually-hidden" htmlFor="f-title">
        {label}
      </label>
      <textarea
        className="title-input"
        id="f-title"
        name="title"
        rows={1}
        placeholder={label}
        defaultValue={title}
        aria-invalid={errors.title ? true : undefined}
        aria-describedby={errors.title ? "f-title-error f-address" : "f-address"}
        onKeyDown={skipNewline}
      />
      {errors.title && <FieldError id="f-title-error" text={errors.title} />}
      <LengthCounter for="f-title" max={max} />
      <Address start={title} startSlug={customSlug} place={place} entry={entry} />
    </div>
  );
}

/** Future address of the entry; when a public one changes, a note explains the redirect. */
function Address({
  start,
  startSlug,
  place,
  entry,
}: {
  start: string;
  startSlug: string;
  place: TitleFieldProps["place"];
  entry: EntryHead | null;
}) {
  const [title, setTitle] = useState(start);
  const [customSlug, setCustomSlug] = useState(startSlug);
  useEffect(() => followField("title", setTitle), []);
  useEffect(() => followField("customSlug", setCustomSlug), []);
  if (!place.hasPage) return null;
  const path = entryPath(place, slugOf({ title, customSlug }));
  const isMoving = entry !== null && entry.publishedAt !== null && title.trim() !== "" && entry.path !== path;
  return (
    <p className="entry-address" id="f-address">
      <span>{title.trim() === "" ? `${place.path}/…` : readable(path)}</span>
      {isMoving && (
        <span className="moving">
          {" "}
          The address changes when this is published. {readable(entry.path)} is redirected here automatically.
        </span>
      )}
    </p>
  );
}

/** Calls `restore` with the text of a form field on each change; returns a function that stops it. */
function followField(name: string, restore: (value: string) => void): (() => void) | undefined {
  const field = document.getElementById(`f-${name}`);
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return undefined;
  const follow = () => restore(field.value);
  field.addEventListener("input", follow);
  return () => field.removeEventListener("input", follow);
}

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
