import { type RefObject, useCallback, useState } from "react";
import { useComparing } from "#app/dashboard/content/saving/save-status.tsx";
import { type Unsaved, useUnsaved } from "#app/dashboard/content/saving/unsaved-store.tsx";
import { type SaveKind, sendForm, useFormSaver } from "#app/dashboard/content/saving/use-form-saver.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { NamedConflict } from "#app/dashboard/parts/with-conflict-author.ts";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import type { NewerCampaign } from "#app/domain/newsletter/campaigns.ts";
import { isSame } from "#app/lib/fields/differences/compare-data.ts";
import type { DraftScreen } from "./campaign-screen.ts";
import {
  type CampaignHead,
  type CampaignValues,
  readValues,
  startDraft,
  valuesOf,
  withErrors,
  withoutErrors,
} from "./campaign-values.ts";

/** State of a newsletter's form: autosave, conflicts and errors. */
export function useCampaignForm(screen: DraftScreen, form: RefObject<HTMLFormElement | null>) {
  const { person } = useLayoutData();
  const unsaved = useUnsaved().forms;
  const [head, setHead] = useState(screen.head);
  const [draft, setDraft] = useState(() => startDraft(screen.values));
  const [theirs, setTheirs] = useState<NamedConflict<NewerCampaign> | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { isComparing, compare, stopComparing } = useComparing("f-subject");
  const { id } = screen.head;
  /** Values last stored by this window; null when it continues from an older version. */
  const [baseValues, setBaseValues] = useState<CampaignValues | null>(screen.values);

  const refuse = useCallback(
    (refusal: ActionError["refusal"], isExplicit: boolean) => {
      if (refusal.code === "stale") {
        setTheirs(refusal.detail as NamedConflict<NewerCampaign>); // the detail of every stale newsletter
        setRefusals((count) => count + 1);
        // The writer continues; only an explicit save opens the comparison.
        if (isExplicit) compare();
      } else if (isExplicit) setDraft((now) => withErrors(now, refusal));
    },
    [compare],
  );
  const saver = useFormSaver<CampaignHead>({
    form,
    slots: `${person.id} newsletter ${id}`,
    isOnServer: (left) => isSame(readValues(screen.fields, left, screen.values), screen.values),
    needs: "subject",
    start: screen.head,
    onEntry: setHead,
    onSaved: () => setTheirs(null),
    async send(entry, pairs, how) {
      const outcome = await sendForm(`/dashboard/newsletter/${id}/save`, entry, pairs, how);
      if (outcome.is === "saved") setBaseValues(readValues(screen.fields, pairs, screen.values));
      return outcome;
    },
    onRefusal: (refusal, how: SaveKind) => refuse(refusal, how === "save"),
  });
  const { autosave, entry } = saver;
  const touch = useCallback(() => autosave.touch(), [autosave]);
  const read = useCallback(() => {
    const data = form.current ? [...new FormData(form.current)] : [];
    const texts = data.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as const] : [],
    );
    return readValues(screen.fields, texts, screen.values);
  }, [form, screen.fields, screen.values]);

  /** Saves the form; resolves to whether all changes are on the server. */
  const save = useCallback(async () => {
    setDraft(withoutErrors);
    if (read().subject.trim() !== "") return autosave.flush("save");
    refuse(noSubject, true);
    return false;
  }, [autosave, read, refuse]);

  const resetForm = (values: typeof draft.values) =>
    setDraft((now) => ({ ...withoutErrors(now), number: now.number + 1, values, isReplaced: true }));
  const setBase = (version: number) => {
    if (entry.current) entry.current = { ...entry.current, version };
    setHead((now) => ({ ...now, version }));
  };
  const restore = (found: Unsaved) => {
    const basedOn = Number(found.pairs.find(([name]) => name === "basedOn")?.[1]);
    if (basedOn > 0) {
      if (basedOn !== entry.current?.version) setBaseValues(null);
      setBase(basedOn);
    }
    resetForm(readValues(screen.fields, found.pairs, screen.values));
    saver.discard();
    saver.sendSoon("autosave", () => void unsaved.remove(found.slot));
  };
  const resolveConflict = (values: CampaignValues) => {
    if (!theirs) return;
    setBaseValues(valuesOf(theirs));
    setBase(theirs.version);
    setTheirs(null);
    stopComparing();
    resetForm(values);
    saver.sendSoon("save");
  };
  return {
    head,
    draft,
    theirs,
    /** Common ancestor of both texts; null when unknown. */
    baseValues,
    /** Author of the other version. */
    by: { name: theirs?.savedByName || "Somebody else", isMe: theirs?.savedBy === person.id },
    refusals,
    isComparing,
    stopComparing,
    found: saver.found,
    state: saver.state,
    autosave,
    discard: saver.discard,
    touch,
    save,
    restore,
    resolveConflict,
    refuse,
  };
}

const noSubject: ActionError["refusal"] = {
  code: "invalid",
  message: "Please check these fields.",
  detail: null,
  fields: { subject: "Write a subject" },
};
