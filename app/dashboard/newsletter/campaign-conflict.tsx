import { useState } from "react";
import { FieldBlocks } from "#app/dashboard/content/differences-view.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { compareData } from "#app/fields/differences/compare-data.ts";
import type { Campaign } from "#app/newsletter/campaign.ts";
import { type DescribedCampaign, type IssueValues, isRichTextDocument, valuesOf } from "./campaign-values.ts";

interface OvertakenProps {
  fields: DescribedCampaign;
  theirs: Campaign;
  /** What stands in the form. */
  mine(): IssueValues;
  onKeepMine(): void;
  onTakeTheirs(): void;
}

/** Somebody else has saved meanwhile: what differs, and whose words are kept. Nothing was overwritten. */
export function CampaignConflict({ fields, theirs, mine, onKeepMine, onTakeTheirs }: OvertakenProps) {
  const [ours] = useState(mine);
  // What was typed as Markdown is laid beside nothing: only the server can read it.
  const { body: _, ...lines } = fields;
  const compared = isRichTextDocument(ours.body) ? fields : lines;
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
