import { Copy, Trash2 } from "lucide-react";
import { ActionButton } from "#app/dashboard/parts/action-button.tsx";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { FormField } from "#app/fields/controls/form-field.tsx";
import { IssueBadge } from "./campaign-badge.tsx";
import type { DescribedCampaign, IssueDraft } from "./campaign-values.ts";
import { sayReaders } from "./format-progress.ts";

interface DraftPanelProps {
  fields: DescribedCampaign;
  draft: IssueDraft;
  readers: number;
  isBusy: boolean;
}

/** Beside the words of a draft: to whom it will go, and what comes next. */
export function DraftPanel({ fields, draft, readers, isBusy }: DraftPanelProps) {
  const { person } = useLayoutData();
  return (
    <>
      <section className="now" aria-label="State">
        <IssueBadge state="draft" />
        <p className="small mute">
          {readers === 0
            ? "Nobody is subscribed yet, so it can’t be sent."
            : `It goes to ${sayReaders(readers)}. Nothing is sent before you confirm on the next screen.`}
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

/** What is done with a draft now and then. */
export function DraftMore() {
  return (
    <div className="stack">
      <div>
        <button className="btn quiet" type="submit" form="issue" name="intent" value="duplicate">
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
