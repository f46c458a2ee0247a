import { type RefObject, useCallback, useState } from "react";
import { useComparing } from "#app/dashboard/content/saving/save-status.tsx";
import { type Unsaved, useUnsaved } from "#app/dashboard/content/saving/unsaved-store.tsx";
import { type How, sendForm, useFormSaver } from "#app/dashboard/content/saving/use-form-saver.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { NamedConflict } from "#app/dashboard/parts/naming-writer.ts";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { isSame } from "#app/fields/differences/compare-data.ts";
import type { NewerCampaign } from "#app/newsletter/campaigns.ts";
import type { DraftScreen } from "./campaign-screen.ts";
import {
  type CampaignHead,
  headOf,
  readValues,
  startDraft,
  valuesOf,
  withErrors,
  withoutErrors,
} from "./campaign-values.ts";

/** The editor of the text comes to stand in the form a moment after the rest. */
const takenAfterMs = 300;

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
    send: (entry, pairs, how) => sendForm(`/dashboard/newsletter/${id}/save`, entry, pairs, how),
    onRefusal: (refusal, how: How) => refuse(refusal, how === "save"),
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
    if (basedOn > 0) base(basedOn);
    redraw(readValues(screen.fields, found.pairs, screen.values));
    saver.drop();
    setTimeout(() => {
      autosave.touch();
      void autosave.flush().then((isSaved) => {
        if (isSaved) void unsaved.forget(found.slot);
      });
    }, takenAfterMs);
  };
  const keepMine = () => {
    if (!theirs) return;
    base(theirs.version);
    setTheirs(null);
    stopComparing();
    void autosave.flush("save");
  };
  const takeTheirs = () => {
    if (!theirs) return;
    entry.current = headOf(theirs);
    setHead(headOf(theirs));
    setTheirs(null);
    stopComparing();
    redraw(valuesOf(theirs));
    autosave.settle(theirs.updatedAt, autosave.mark());
  };
  return {
    head,
    draft,
    theirs,
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
    read,
    save,
    take,
    keepMine,
    takeTheirs,
    refuse,
  };
}

const noSubject: ActionError["refusal"] = {
  code: "invalid",
  message: "Some fields need another look.",
  detail: null,
  fields: { subject: "Write a subject" },
};
