import { useState } from "react";
import { compareData } from "#app/fields/differences/compare-data.ts";
import type { Campaign } from "#app/newsletter/campaign.ts";
import { FieldBlocks } from "../content/differences-view.tsx";
import { Moment } from "../parts/moment.tsx";
import { isRichTextDocument } from "./campaign-draft.ts";
import { issueFields } from "./campaign-fields.ts";
import { type IssueValues, valuesOf } from "./campaign-values.ts";

interface OvertakenProps {
  theirs: Campaign;
  /** What stands in the form. */
  mine(): IssueValues;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Somebody else has saved meanwhile: what differs, and whose words are kept. Nothing was overwritten. */
export function CampaignConflict({ theirs, mine, onKeepMine, onTakeTheirs }: OvertakenProps) {
  const [ours] = useState(mine);
  // What was typed as Markdown is laid beside nothing: only the server can read it.
  const { body: _, ...lines } = issueFields;
  const compared = isRichTextDocument(ours.body) ? issueFields : lines;
  const differences = compareData(compared, { ...valuesOf(theirs) }, { ...ours }, {});
  return (
    <section className="overtaken" role="alert">
      <h2>Somebody else has saved this newsletter while you were writing</h2>
      <p>
        Saved <Moment at={theirs.updatedAt} />. Nothing was overwritten: what you typed is still in the form.{" "}
        <del>Struck out</del> is theirs, <ins>underlined</ins> is yours.
      </p>
      <div className="differences">
        {differences.map(({ name, label, blocks }) => (
          <section key={name} aria-label={label}>
            <h3>{label}</h3>
            <FieldBlocks blocks={blocks} />
          </section>
        ))}
      </div>
      <div className="row">
        <button className="btn" type="button" onClick={onKeepMine}>
          Save mine over theirs
        </button>
        <button className="btn quiet" type="button" onClick={onTakeTheirs}>
          Use theirs
        </button>
      </div>
    </section>
  );
}
