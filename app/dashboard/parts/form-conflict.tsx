import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DraftRecord } from "#app/company/sections.ts";
import type { SettingsConflict } from "#app/fields/differences/three-way-merge.ts";
import type { FieldItem } from "#app/fields/inputs.ts";
import { Conflict } from "../content/differences.tsx";
import { useComparing } from "../content/saving/save-status.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import { errorIn } from "./action-result.ts";
import type { NamedConflict } from "./with-conflict-author.ts";

// For a form of settings whose save met a newer one: both are compared, and what is chosen is saved.

type FormConflict = NamedConflict<SettingsConflict>;

/** The conflict an action of such a form answered; null when there was none. */
export function conflictIn(answer: unknown): FormConflict | null {
  const refusal = errorIn(answer)?.refusal;
  return refusal?.code === "stale" ? (refusal.detail as FormConflict) : null; // as `withConflictAuthor` says
}

/** Id of the button that sends the form. */
export const saveButtonId = "save-settings";

/** What was chosen after a comparison: it is put into the form, which is sent once it holds it. */
export function useConflictDecision(conflict: FormConflict | null, form: RefObject<HTMLFormElement | null>) {
  const [decision, setDecision] = useState<{ of: FormConflict; draft: DraftRecord } | null>(null);
  const draft = decision !== null && decision.of === conflict ? decision.draft : null;
  useEffect(() => {
    if (draft) submitByButton(form.current);
  }, [draft, form]);
  return {
    decided: conflict && draft && { draft, basedOn: conflict.version },
    decide: (values: DraftRecord) => conflict && setDecision({ of: conflict, draft: values }),
  };
}

/** Opens the comparison of each conflict. @param content null while the form is on its way */
export function useConflictComparison(
  conflict: FormConflict | null,
  form: RefObject<HTMLFormElement | null>,
  content: { hasMore: boolean } | null,
) {
  const { isComparing, compare, stopComparing } = useComparing(saveButtonId);
  const seen = useRef<FormConflict | null>(null);
  useLayoutEffect(() => {
    if (!content || conflict === seen.current) return;
    seen.current = conflict;
    // Sent once more, so that what was typed since is compared as well.
    if (conflict && content.hasMore) submitByButton(form.current);
    else if (conflict) compare();
  }, [conflict, content, compare, form]);
  return { isComparing: isComparing && conflict !== null, stopComparing };
}

/** With its button, so that the focus comes back to it. */
function submitByButton(form: HTMLFormElement | null): void {
  form?.requestSubmit(form.querySelector<HTMLElement>(`#${saveButtonId}`));
}

interface FormComparisonProps {
  fields: FieldItem;
  conflict: FormConflict;
  /** What both began with. */
  base: DraftRecord;
  onTake(values: DraftRecord): void;
  /** Closes it, whether or not something was taken. */
  onClose(): void;
}

/** Both texts of such a form, in its place. */
export function FormComparison({ fields, conflict, base, onTake, onClose }: FormComparisonProps) {
  const { person } = useLayoutData();
  return (
    <Conflict
      form={fields}
      mine={conflict.mine}
      theirs={conflict.theirs}
      base={base}
      by={{ name: conflict.savedByName || "Somebody else", isMe: conflict.savedBy === person.id }}
      at={conflict.savedAt}
      onTake={(values) => {
        onClose();
        onTake(values);
      }}
      onClose={onClose}
    />
  );
}
