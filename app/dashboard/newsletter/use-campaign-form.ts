import { type RefObject, useCallback, useState } from "react";
import { useComparing } from "#app/dashboard/content/saving/save-status.tsx";
import { type Unsaved, useUnsaved } from "#app/dashboard/content/saving/unsaved-store.tsx";
import { type SaveKind, sendForm, useFormSaver } from "#app/dashboard/content/saving/use-form-saver.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { NamedConflict } from "#app/dashboard/parts/with-conflict-author.ts";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { isSame } from "#app/fields/differences/compare-data.ts";
import type { NewerCampaign } from "#app/newsletter/campaigns.ts";
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

/** All that happens to the form of a newsletter while somebody writes in it. */
export function useCampaignForm(screen: DraftScreen, form: RefObject<HTMLFormElement | null>) {
  const { person } = useLayoutData();
  const unsaved = useUnsaved().forms;
  const [head, setHead] = useState(screen.head);
  const [draft, setDraft] = useState(() => startDraft(screen.values));
  const [theirs, setTheirs] = useState<NamedConflict<NewerCampaign> | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { isComparing, compare, stopComparing } = useComparing("f-subject");
  const { id } = screen.head;
  /** What this window and the server last agreed on; null where it goes on from an older text. */
  const [agreed, setAgreed] = useState<CampaignValues | null>(screen.values);

  const refuse = useCallback(
    (refusal: ActionError["refusal"], isAsked: boolean) => {
      if (refusal.code === "stale") {
        setTheirs(refusal.detail as NamedConflict<NewerCampaign>); // every stale refusal of a newsletter carries one
        setRefusals((count) => count + 1);
        // Whoever is writing goes on; both texts are compared when somebody asks to save.
        if (isAsked) compare();
      } else if (isAsked) setDraft((now) => withErrors(now, refusal));
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
      if (outcome.is === "saved") setAgreed(readValues(screen.fields, pairs, screen.values));
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

  /** Answers whether everything that was typed is on the server. */
  const save = useCallback(async () => {
    setDraft(withoutErrors);
    if (read().subject.trim() !== "") return autosave.flush("save");
    refuse(noSubject, true);
    return false;
  }, [autosave, read, refuse]);

  const redraw = (values: typeof draft.values) =>
    setDraft((now) => ({ ...withoutErrors(now), number: now.number + 1, values, isTaken: true }));
  const base = (version: number) => {
    if (entry.current) entry.current = { ...entry.current, version };
    setHead((now) => ({ ...now, version }));
  };
  const take = (found: Unsaved) => {
    const basedOn = Number(found.pairs.find(([name]) => name === "basedOn")?.[1]);
    if (basedOn > 0) {
      if (basedOn !== entry.current?.version) setAgreed(null);
      base(basedOn);
    }
    redraw(readValues(screen.fields, found.pairs, screen.values));
    saver.drop();
    saver.sendSoon("autosave", () => void unsaved.forget(found.slot));
  };
  const settleConflict = (values: CampaignValues) => {
    if (!theirs) return;
    setAgreed(valuesOf(theirs));
    base(theirs.version);
    setTheirs(null);
    stopComparing();
    redraw(values);
    saver.sendSoon("save");
  };
  return {
    head,
    draft,
    theirs,
    /** What both were made from, as far as that is known. */
    agreed,
    /** Who has saved that. */
    by: { name: theirs?.savedByName || "Somebody else", isMe: theirs?.savedBy === person.id },
    refusals,
    isComparing,
    stopComparing,
    found: saver.found,
    state: saver.state,
    autosave,
    drop: saver.drop,
    touch,
    save,
    take,
    settleConflict,
    refuse,
  };
}

const noSubject: ActionError["refusal"] = {
  code: "invalid",
  message: "Please check these fields.",
  detail: null,
  fields: { subject: "Write a subject" },
};
