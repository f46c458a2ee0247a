import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { DraftRecord } from "#app/domain/company/sections.ts";
import type { SettingsConflict } from "#app/lib/fields/differences/three-way-merge.ts";
import type { FieldItem } from "#app/lib/fields/inputs.ts";
import { Conflict } from "../content/differences.tsx";
import { useComparing } from "../content/saving/save-status.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import { errorIn } from "./action-result.ts";
import type { NamedConflict } from "./with-conflict-author.ts";

// Conflicts of settings forms: a save based on an old version shows both versions, and saves the chosen
// values.

type FormConflict = NamedConflict<SettingsConflict>;

/** Conflict in the answer of a settings form; null without one. */
export function conflictIn(answer: unknown): FormConflict | null {
  const refusal = errorIn(answer)?.refusal;
  return refusal?.code === "stale" ? (refusal.detail as FormConflict) : null; // set by `withConflictAuthor`
}

/** Id of the submit button. */
export const saveButtonId = "save-settings";

/** Puts the values chosen in a comparison into the form, then submits it. */
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

/**
 * Opens the comparison for each new conflict.
 * @param content null while the form is being submitted
 */
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
    // Submits again, so that the comparison includes changes typed since.
    if (conflict && content.hasMore) submitByButton(form.current);
    else if (conflict) compare();
  }, [conflict, content, compare, form]);
  return { isComparing: isComparing && conflict !== null, stopComparing };
}

/** Submits with the button, so that the focus returns to it. */
function submitByButton(form: HTMLFormElement | null): void {
  form?.requestSubmit(form.querySelector<HTMLElement>(`#${saveButtonId}`));
}

interface FormComparisonProps {
  fields: FieldItem;
  conflict: FormConflict;
  /** Common ancestor of both versions. */
  base: DraftRecord;
  onApply(values: DraftRecord): void;
  /** Called after the comparison closes, with or without a choice. */
  onClose(): void;
}

/** Comparison of both versions, in place of the form. */
export function FormComparison({ fields, conflict, base, onApply, onClose }: FormComparisonProps) {
  const { person } = useLayoutData();
  return (
    <Conflict
      form={fields}
      mine={conflict.mine}
      theirs={conflict.theirs}
      base={base}
      by={{ name: conflict.savedByName || "Somebody else", isMe: conflict.savedBy === person.id }}
      at={conflict.savedAt}
      onApply={(values) => {
        onClose();
        onApply(values);
      }}
      onClose={onClose}
    />
  );
}
