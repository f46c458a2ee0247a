import type { EntryHead } from "../form/entry-head.ts";
import { sendForm } from "./send-form.ts";
import { type FormSaver, type FormSaverProps, useFormSaver } from "./use-form-saver.ts";

interface SaverProps
  extends Pick<FormSaverProps<EntryHead>, "form" | "start" | "onEntry" | "onSaved" | "onRefusal"> {
  kind: string;
  personId: string;
  /** Stands for a draft that is not there yet. */
  draftKey: string;
}

export type Saver = FormSaver<EntryHead>;

/** Saves the form of an entry by itself as long as it is shown. */
export function useSaver({ kind, personId, draftKey, ...props }: SaverProps): Saver {
  const fresh = `${personId} ${kind} new`;
  const own = props.start && `${personId} ${kind} ${props.start.id}`;
  return useFormSaver({
    ...props,
    needs: "title",
    slot: own ?? `${fresh} ${draftKey}`,
    search: own ?? fresh,
    send: (entry, pairs, how) =>
      sendForm(`/dashboard/entry/save/${kind}/${entry?.id ?? "new"}`, entry, pairs, how),
  });
}
