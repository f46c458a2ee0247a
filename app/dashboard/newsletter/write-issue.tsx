import { Eye } from "lucide-react";
import { type SubmitEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { useFetcher, useNavigate } from "react-router";
import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { useHeadHeight } from "../content/form/use-head-height.ts";
import { useScripts } from "../content/form/use-scripts.ts";
import { FoundUnsaved } from "../content/saving/found-unsaved.tsx";
import { SavingWords } from "../content/saving/saving-words.tsx";
import { useLeaveGuard } from "../content/saving/use-leave-guard.ts";
import { refusalIn } from "../parts/answer.ts";
import { Screen } from "../parts/screen.tsx";
import { useSaid } from "../parts/toasts.tsx";
import { useShortcuts } from "../shell/shortcuts.tsx";
import { DraftMore, DraftPanel } from "./draft-panel.tsx";
import { IssueFields } from "./issue-form-fields.tsx";
import { Overtaken } from "./overtaken.tsx";
import type { DraftScreen } from "./read-issue.ts";
import { useIssueForm } from "./use-issue-form.ts";

interface WriteIssueProps {
  screen: DraftScreen;
  /** `actionData` of a form sent without scripts. */
  answer: unknown;
}

/** The screen on which a newsletter is written; it saves by itself. */
export function WriteIssue({ screen, answer }: WriteIssueProps) {
  const form = useRef<HTMLFormElement>(null);
  const hasScripts = useScripts();
  const editing = useIssueForm(screen, answer, form);
  const { head, draft, theirs, found, autosave } = editing;
  const { send, isBusy } = useDraftDeeds(head.id, editing);
  useHeadHeight();
  useLeaveGuard(autosave);
  useShortcuts(
    useMemo(
      () => [
        { keys: "Mod+s", does: "Save", run: () => void send("save") },
        { keys: "Mod+Shift+p", does: "Show the preview", run: () => void send("preview") },
      ],
      [send],
    ),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.nativeEvent.submitter?.getAttribute("value") ?? "save");
  };
  return (
    <Screen
      title={draft.values.subject}
      crumbs={[{ name: "Newsletter", path: "/dashboard/newsletter" }]}
      answer={answer}
      status={<SavingWords state={editing.state} entry={head} needs="subject" />}
      actions={
        <button className="btn q" type="submit" form="issue" name="intent" value="preview">
          <Eye className="i" aria-hidden /> <span>Preview</span>
        </button>
      }
    >
      {found && !draft.isTaken && <FoundUnsaved found={found} onTake={editing.take} onDrop={editing.drop} />}
      {theirs && (
        <Overtaken
          theirs={theirs}
          hasScripts={hasScripts}
          mine={() => (hasScripts ? editing.read() : draft.values)}
          onKeepMine={editing.keepMine}
          onTakeTheirs={editing.takeTheirs}
        />
      )}
      {draft.problem && <ErrorSummary title={draft.problem} errors={draft.list} />}
      <div className="ed issue">
        <form
          className="entry-form"
          id="issue"
          method="post"
          noValidate
          ref={form}
          onSubmit={submit}
          onInput={editing.touch}
          onChange={editing.touch}
        >
          {/* Enter in a field saves, as this is the first button. */}
          <button className="vh" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden>
            Save
          </button>
          <input type="hidden" name="basedOn" value={theirs && !hasScripts ? theirs.version : head.version} />
          <div className="page" key={draft.number}>
            <IssueFields screen={screen} draft={draft} touch={editing.touch} />
          </div>
          <aside className="props" aria-label="State and settings">
            <DraftPanel key={draft.number} draft={draft} isBusy={isBusy} readers={screen.readers} />
          </aside>
        </form>
        <aside className="props more" aria-label="More">
          <DraftMore />
        </aside>
      </div>
    </Screen>
  );
}

/** What is done with a draft once everything typed is saved. */
function useDraftDeeds(id: string, { save, refuse }: ReturnType<typeof useIssueForm>) {
  const fetcher = useFetcher();
  const navigate = useNavigate();
  const { submit, data } = fetcher;
  useSaid(data);
  useEffect(() => {
    const refused = refusalIn(data);
    if (refused) refuse(refused.refusal, true);
  }, [data, refuse]);
  const send = useCallback(
    async (intent: string) => {
      if (!(await save())) return;
      const path = `/dashboard/newsletter/${id}`;
      if (intent === "preview") await navigate(`${path}/preview`);
      if (intent === "ready") await navigate(`${path}/send`);
      if (intent === "test" || intent === "duplicate")
        await submit({ intent }, { method: "post", action: path });
    },
    [save, id, navigate, submit],
  );
  return { send, isBusy: fetcher.state !== "idle" };
}
