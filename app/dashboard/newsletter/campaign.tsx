import Copy from "lucide-react/icons/copy";
import Eye from "lucide-react/icons/eye";
import Trash2 from "lucide-react/icons/trash";
import { type KeyboardEvent, memo, type SubmitEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { useFetcher, useNavigate } from "react-router";
import { Conflict } from "#app/dashboard/content/differences.tsx";
import { formTools } from "#app/dashboard/content/form/form-tools.ts";
import {
  ConflictNotice,
  FoundUnsaved,
  LeaveGuard,
  SaveOnEnter,
  SavingStatus,
} from "#app/dashboard/content/saving/save-status.tsx";
import { ActionButton } from "#app/dashboard/parts/action-button.tsx";
import { errorIn } from "#app/dashboard/parts/action-result.ts";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen, useHeadHeight } from "#app/dashboard/parts/screen.tsx";
import { useFlash } from "#app/dashboard/parts/toasts.tsx";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { useShortcuts } from "#app/dashboard/shell/shortcuts.tsx";
import { FormField } from "#app/lib/fields/controls/form-field.tsx";
import { LengthCounter } from "#app/lib/fields/controls/parts/length-counter.tsx";
import { FormContext, noChoices } from "#app/lib/fields/form-context.ts";
import { ErrorSummary, FieldError } from "#app/lib/ui/field.tsx";
import type { Route } from "./+types/campaign.ts";
import { CampaignBadge, formatReaders } from "./campaign-progress.tsx";
import { campaignActions, type DraftScreen, readCampaignScreen } from "./campaign-screen.ts";
import {
  type CampaignDraft,
  type CampaignValues,
  type DescribedCampaign,
  valuesOf,
} from "./campaign-values.ts";
import { SentCampaign } from "./sent-campaign.tsx";
import { useCampaignForm } from "./use-campaign-form.ts";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  return readCampaignScreen(await requireScreen(args), params.id);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction(args, campaignActions(params.id));
}

/** Screen of one newsletter: editable while it is a draft, read-only afterwards. */
export default function CampaignEditor({
  loaderData: { draft, campaign },
  actionData,
}: Route.ComponentProps) {
  if (draft) return <WriteCampaign key={draft.head.id} screen={draft} answer={actionData} />;
  return <SentCampaign key={campaign.id} campaign={campaign} answer={actionData} />;
}

interface WriteCampaignProps {
  screen: DraftScreen;
  /** Result of the last action of this screen. */
  answer: unknown;
}

/** Editing screen of a newsletter, with autosave. */
function WriteCampaign({ screen, answer }: WriteCampaignProps) {
  const form = useRef<HTMLFormElement>(null);
  const editing = useCampaignForm(screen, form);
  const { head, draft, theirs, isComparing, found, autosave } = editing;
  const { send, isBusy } = useDraftActions(head.id, editing);
  useHeadHeight();
  useShortcuts(
    useMemo(
      () => [
        { keys: "Mod+s", label: "Save", run: () => void send("save") },
        { keys: "Mod+Shift+p", label: "Show the preview", run: () => void send("preview") },
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
      status={<SavingStatus state={editing.state} entry={head} needs="subject" />}
      actions={
        !isComparing && (
          <button className="btn quiet" type="submit" form="campaign" name="intent" value="preview">
            <Eye className="icon" aria-hidden /> <span>Preview</span>
          </button>
        )
      }
    >
      <LeaveGuard autosave={autosave} />
      {found && !draft.isReplaced && (
        <FoundUnsaved found={found} onApply={editing.restore} onDiscard={editing.discard} />
      )}
      {theirs && !isComparing && (
        <ConflictNotice onCompare={() => void send("save")}>
          {editing.by.isMe
            ? "You have saved this newsletter in another window."
            : `${editing.by.name} has saved this newsletter in the meantime.`}
        </ConflictNotice>
      )}
      {theirs && isComparing && (
        <div className="pad">
          <Conflict
            key={editing.refusals}
            form={screen.fields}
            mine={{ ...theirs.mine }}
            theirs={{ ...valuesOf(theirs) }}
            base={{ ...editing.baseValues }}
            by={editing.by}
            at={theirs.updatedAt}
            // The form has only the fields of a newsletter.
            onApply={(values) => editing.resolveConflict(values as unknown as CampaignValues)}
            onClose={editing.stopComparing}
          />
        </div>
      )}
      {draft.problem && <ErrorSummary title={draft.problem} errors={draft.list} />}
      <div className="entry-editor campaign" hidden={isComparing}>
        <form
          className="entry-form"
          id="campaign"
          method="post"
          noValidate
          ref={form}
          onSubmit={submit}
          onInput={editing.touch}
          onChange={editing.touch}
        >
          <SaveOnEnter />
          <input type="hidden" name="basedOn" value={head.version} />
          <div className="page" key={draft.number}>
            <CampaignFields
              screen={screen}
              draft={draft}
              touch={editing.touch}
              isNew={screen.head.version === 1 && draft.number === 0}
            />
          </div>
          <aside className="props" aria-label="State and settings">
            <DraftPanel
              key={draft.number}
              fields={screen.fields}
              draft={draft}
              isBusy={isBusy}
              readers={screen.readers}
            />
          </aside>
        </form>
        <aside className="props more" aria-label="More">
          <DraftMore />
        </aside>
      </div>
    </Screen>
  );
}

/** Actions of a draft, run after the form is saved. */
function useDraftActions(id: string, { save, refuse }: ReturnType<typeof useCampaignForm>) {
  const fetcher = useFetcher();
  const navigate = useNavigate();
  const { submit, data } = fetcher;
  useFlash(data);
  useEffect(() => {
    const refused = errorIn(data);
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

interface CampaignFieldsProps {
  screen: DraftScreen;
  draft: CampaignDraft;
  touch(): void;
  /** Whether the draft is unchanged since it was created. */
  isNew: boolean;
}

/** Fields of the mail. Rendered once, because the inputs are uncontrolled. */
const CampaignFields = memo(function CampaignFields({ screen, draft, touch, isNew }: CampaignFieldsProps) {
  const { fields, texts, pictures } = screen;
  const { values, errors } = draft;
  const parts = useMemo(
    () => ({
      texts,
      errors,
      touch,
      choices: { ...noChoices, pictures },
      tools: formTools,
      layout: "column" as const,
    }),
    [texts, pictures, errors, touch],
  );
  return (
    <FormContext.Provider value={parts}>
      <div className="col">
        <SubjectField
          subject={values.subject}
          max={screen.maxSubjectLength}
          error={errors.subject}
          isNew={isNew}
        />
        <FormField name="preview" input={fields.preview} value={values.preview} />
        <FormField name="body" input={fields.body} value={values.body} />
      </div>
    </FormContext.Provider>
  );
});

interface SubjectFieldProps {
  subject: string;
  max: number;
  error: string | undefined;
  isNew: boolean;
}

/** Subject in the size of the mail. A generated subject is selected, so that typing replaces it. */
function SubjectField({ subject, max, error, isNew }: SubjectFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const selects = useRef(isNew);
  useEffect(() => {
    if (!selects.current) return;
    field.current?.focus();
    field.current?.select();
  }, []);
  const focusPreview = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.currentTarget.form?.querySelector<HTMLElement>("[name=preview]")?.focus();
  };
  return (
    <div className={error ? "entry-title bad" : "entry-title"}>
      <label className="small mute" htmlFor="f-subject">
        Subject
      </label>
      <textarea
        className="title-input"
        id="f-subject"
        name="subject"
        ref={field}
        rows={1}
        dir="auto"
        placeholder="Subject line"
        defaultValue={subject}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "f-subject-error" : undefined}
        onKeyDown={focusPreview}
      />
      {error && <FieldError id="f-subject-error" text={error} />}
      <LengthCounter for="f-subject" max={max} />
    </div>
  );
}

interface DraftPanelProps {
  fields: DescribedCampaign;
  draft: CampaignDraft;
  readers: number;
  isBusy: boolean;
}

/** Recipients and next steps of a draft, next to its text. */
function DraftPanel({ fields, draft, readers, isBusy }: DraftPanelProps) {
  const { person } = useLayoutData();
  return (
    <>
      <section className="now" aria-label="State">
        <CampaignBadge state="draft" />
        <p className="small mute">
          {readers === 0
            ? "Nobody is subscribed yet, so it can’t be sent."
            : `It goes to ${formatReaders(readers)}. Nothing is sent before you confirm on the next screen.`}
        </p>
        <div className="button-row">
          <button className="btn" type="submit" name="intent" value="ready" disabled={isBusy}>
            Send or schedule…
          </button>
          <button className="btn quiet" type="submit" name="intent" value="save" disabled={isBusy}>
            Save
          </button>
        </div>
      </section>
      <section className="now" aria-label="Test">
        <button className="btn quiet" type="submit" name="intent" value="test" disabled={isBusy}>
          Send test to me
        </button>
        <p className="small mute wrap">One copy to {person.email}. It is not counted.</p>
      </section>
      <FormField name="isPublic" input={fields.isPublic} value={draft.values.isPublic} />
    </>
  );
}

/** Menu of less frequent actions. */
function DraftMore() {
  return (
    <div className="stack">
      <div>
        <button className="btn quiet" type="submit" form="campaign" name="intent" value="duplicate">
          <Copy className="icon" aria-hidden /> Duplicate
        </button>
      </div>
      <details>
        <summary className="btn quiet bad">
          <Trash2 className="icon" aria-hidden /> Delete draft…
        </summary>
        <div className="stack sure">
          <p className="small">This can’t be undone. No reader has received it.</p>
          <ActionButton intent="delete" className="btn quiet bad">
            Delete permanently
          </ActionButton>
        </div>
      </details>
    </div>
  );
}
