import Archive from "lucide-react/icons/archive";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import ExternalLink from "lucide-react/icons/external-link";
import EyeOff from "lucide-react/icons/eye-off";
import Lightbulb from "lucide-react/icons/lightbulb";
import History from "lucide-react/icons/rotate-ccw-clock";
import Trash2 from "lucide-react/icons/trash";
import Undo2 from "lucide-react/icons/undo-2";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import { filePath } from "#app/dashboard/files/library-address.ts";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import type { Finding } from "#app/domain/content/publishing/check-and-publish.ts";
import { useForm } from "#app/lib/fields/form-context.ts";
import { describeMomentInSentence, localTime } from "#app/lib/text/moments.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import { Menu, MenuLink, MenuSubmit } from "#app/lib/ui/kit/menu.tsx";
import { StateBadge } from "../../parts/badge.tsx";
import type { EntryHead } from "./read-entry-form.ts";

/** State of the entry as icon, word and sentence, with its actions. */
export function StatePanel({ entry, isBusy }: { entry: EntryHead | null; isBusy: boolean }) {
  const { timeZone, now } = useLayoutData();
  const { errors } = useForm();
  const state = entry?.state ?? "draft";
  const formatTime = (at: string) => describeMomentInSentence(at, { timeZone, now });
  const isScheduled = Boolean(entry?.publishAt || entry?.unpublishAt);
  return (
    <section className="now" aria-label="State">
      <StateBadge state={state} />
      <p className="small mute">{sentenceOn(entry, formatTime)}</p>
      {errors.reason && <ReasonField error={errors.reason} />}
      <div className="button-row">
        <button className="btn quiet" type="submit" name="intent" value="save" disabled={isBusy}>
          Save draft
        </button>
      </div>
      <details className="schedule" open={Boolean(errors.publishAt || errors.unpublishAt) || undefined}>
        <summary className="btn quiet">
          <CalendarClock className="icon" aria-hidden /> {isScheduled ? "Change schedule" : "Schedule"}
        </summary>
        <div className="stack">
          <MomentField name="publishAt" label="Publish on" at={entry?.publishAt ?? null} />
          <MomentField name="unpublishAt" label="Unpublish on" at={entry?.unpublishAt ?? null} />
          <p className="hint">From then on the page is archived: off the site, its address reserved.</p>
          <p className="hint">Time zone: {timeZone}</p>
          <div className="row">
            <button className="btn quiet" type="submit" name="intent" value="schedule" disabled={isBusy}>
              Schedule
            </button>
            {isScheduled && (
              <button className="btn quiet" type="submit" name="intent" value="unschedule" disabled={isBusy}>
                Cancel schedule
              </button>
            )}
          </div>
        </div>
      </details>
    </section>
  );
}

/** States the public version, the next one, and the time of the change. */
function sentenceOn(entry: EntryHead | null, formatTime: (at: string) => string): string {
  if (!entry) return "Only staff see it until you publish it.";
  const { version, liveVersion, publishedAt, publishAt, unpublishAt } = entry;
  const later = [
    publishAt
      ? `${liveVersion ? `Version ${version} will be` : "It will be"} published ${formatTime(publishAt)}.`
      : "",
    unpublishAt ? `It will be archived ${formatTime(unpublishAt)}.` : "",
  ];
  return [readersNow(entry, publishedAt ? formatTime(publishedAt) : ""), ...later].filter(Boolean).join(" ");
}

function readersNow({ state, version, liveVersion }: EntryHead, since: string): string {
  if (state === "archived") return "It is no longer on the site. Its address is kept for it.";
  if (liveVersion === null) return state === "scheduled" ? "" : "Only staff see it.";
  return liveVersion === version
    ? `Readers see this version.${since && ` It was first published ${since}.`}`
    : `Readers see version ${liveVersion}. You are on version ${version}.`;
}

function MomentField({ name, label, at }: { name: string; label: string; at: string | null }) {
  const { timeZone } = useLayoutData();
  const { errors } = useForm();
  return (
    <LabelledField name={name} label={label} error={errors[name]}>
      {(control) => (
        <input
          className="input"
          type="datetime-local"
          {...control}
          // Resets the input when the server has another time.
          key={at}
          defaultValue={at ? localTime(at, timeZone) : ""}
        />
      )}
    </LabelledField>
  );
}

/** Shown only while the check before publishing reports errors. */
function ReasonField({ error }: { error: string }) {
  return (
    <LabelledField name="reason" label="Reason for publishing anyway" error={error}>
      {(control) => <textarea className="input" rows={2} {...control} />}
    </LabelledField>
  );
}

interface PublishButtonProps {
  entry: EntryHead | null;
  isBusy: boolean;
  /** Whether the form has unsaved changes. */
  isDirty: boolean;
}

/** The primary button of the screen: Publish, or Update once a version is public. */
export function PublishButton({ entry, isBusy, isDirty }: PublishButtonProps) {
  const isUpToDate = entry?.state === "published" && !isDirty;
  return (
    <button
      className="btn"
      type="submit"
      form="entry"
      name="intent"
      value="publish"
      // `disabled` would remove the focus from the pressed button.
      aria-disabled={isBusy || isUpToDate || undefined}
      onClick={(event) => (isBusy || isUpToDate) && event.preventDefault()}
    >
      {publishWord(entry)}
    </button>
  );
}

function publishWord(entry: EntryHead | null): string {
  if (entry?.publishAt) return "Publish now";
  return entry?.liveVersion ? "Update" : "Publish";
}

interface PublishDialogProps {
  entry: EntryHead | null;
  isOpen: boolean;
  onClose: () => void;
  onPublish: () => void;
}

/** Asks for confirmation when a shortcut publishes, because keys are easily pressed by mistake. */
export function PublishDialog({ entry, isOpen, onClose, onPublish }: PublishDialogProps) {
  const word = publishWord(entry);
  return (
    <Dialog title={`${word}?`} isOpen={isOpen} onClose={onClose}>
      <p>
        {entry?.liveVersion
          ? "Readers will see this version instead of the one that is on the site now."
          : "Everybody can read it on the site then."}
      </p>
      <div className="row">
        <button
          className="btn"
          type="button"
          data-initial-focus
          onClick={() => {
            onClose();
            onPublish();
          }}
        >
          {word}
        </button>
        <button className="btn quiet" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

interface MoreMenuProps {
  entry: EntryHead;
  /** Dashboard path of the kind's editing screens. */
  editPath: string;
  /** Whether the entry has its own page or appears only in its list. */
  hasPage: boolean;
}

/** Menu of less frequent actions. */
export function MoreMenu({ entry, editPath, hasPage }: MoreMenuProps) {
  const isPublic = entry.liveVersion !== null;
  return (
    <Menu
      className="btn quiet icon-only"
      button={
        <>
          <Ellipsis className="icon" aria-hidden />
          <span className="visually-hidden">More</span>
        </>
      }
    >
      {isPublic && (
        <MenuLink to={entry.path} isDocument>
          <ExternalLink className="icon" aria-hidden /> {hasPage ? "View" : "View the list"}
        </MenuLink>
      )}
      <MenuLink to={`${editPath}/history`}>
        <History className="icon" aria-hidden /> History
      </MenuLink>
      {entry.state === "changed" && (
        <MenuSubmit form="entry" intent="discard">
          <Undo2 className="icon" aria-hidden /> Discard changes
        </MenuSubmit>
      )}
      <MenuSubmit form="entry" intent="duplicate">
        <Copy className="icon" aria-hidden /> Duplicate
      </MenuSubmit>
      {isPublic && (
        <MenuSubmit form="entry" intent="unpublish">
          <EyeOff className="icon" aria-hidden /> Unpublish
        </MenuSubmit>
      )}
      {entry.state !== "archived" && (
        <MenuSubmit form="entry" intent="archive">
          <Archive className="icon" aria-hidden /> Archive
        </MenuSubmit>
      )}
      <MenuSubmit form="entry" intent="trash">
        <Trash2 className="icon" aria-hidden /> Move to trash
      </MenuSubmit>
    </Menu>
  );
}

/** Findings of the check before publishing, errors first, each with a link to its field or picture. */
export function CheckPanel({ findings }: { findings: readonly Finding[] }) {
  const errors = findings.filter(({ level }) => level === "error").length;
  return (
    <section className="check-panel" aria-labelledby="check-title">
      <h2 id="check-title">Before publishing</h2>
      <p className="small mute" role="status">
        {summarise(errors, findings.length - errors)}
      </p>
      <ul>
        {findings.map((finding) => (
          <FindingLine key={finding.field + finding.message + finding.picture} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function FindingLine({ finding: { level, field, message, picture } }: { finding: Finding }) {
  const Icon = level === "error" ? CircleAlert : Lightbulb;
  const words = (
    <>
      <span className="visually-hidden">{level === "error" ? "Problem: " : "Suggestion: "}</span>
      {message}
    </>
  );
  return (
    <li className={level}>
      <Icon className={`icon ${level === "error" ? "wrong" : "slow"}`} aria-hidden />
      {picture ? (
        <Link to={filePath(picture)}>{words}</Link>
      ) : (
        <a href={`#f-${field}`} onClick={focusField}>
          {words}
        </a>
      )}
    </li>
  );
}

function summarise(errors: number, advice: number): string {
  if (errors + advice === 0) return "Ready to publish.";
  const parts = [
    errors > 0 && `${errors} ${errors === 1 ? "problem" : "problems"} to fix`,
    advice > 0 && `${advice} ${advice === 1 ? "suggestion" : "suggestions"}`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

/** Focuses the field, or the group that contains it. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const id = decodeURIComponent(event.currentTarget.hash.slice(1));
  const target = document.getElementById(id) ?? document.getElementById(id.split(".")[0] ?? "");
  if (!target) return;
  event.preventDefault();
  target.closest("details")?.setAttribute("open", "");
  target.scrollIntoView({ block: "center" });
  target.focus({ preventScroll: true });
}
