import { type FormControl, isEdited } from "#app/site/forms/form-control.ts";
import { addressDraft, forgetDraft, readFormDraft, saveDraft } from "#app/site/forms/form-draft.ts";
import { onPlaceChange } from "./place.ts";

const draftForms = "form[data-text-draft]";

/** Fields without a secret. */
const plainFields = "input:is([type=text], [type=email], [type=tel])[name]:not([autocomplete=one-time-code])";

/** Stores the text of forms with `data-text-draft`, and puts it back when their page is shown again. */
export function startDrafts(): void {
  document.addEventListener("input", ({ target }) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>(draftForms) : null;
    if (form) storeText(form);
  });
  restoreTexts();
  onPlaceChange(restoreTexts);
}

function restoreTexts(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>(draftForms)) restoreText(form);
}

/** Puts the stored text into unchanged fields. */
export function restoreText(form: HTMLFormElement): void {
  const name = draftOf(form);
  const fields = fieldsOf(form);
  const stored = readFormDraft(name)?.values ?? {};
  const isTyped = fields.some(isEdited);
  for (const field of fields) {
    // The server may know a newer address than the one typed before.
    const isFree = name === addressDraft ? field.value === "" : !isEdited(field);
    if (isFree) field.value = stored[field.name] ?? field.value;
  }
  if (isTyped) storeText(form);
  const note = form.querySelector(".kept");
  // A carried address is nothing to save.
  if (note && name !== addressDraft && !isTyped && fields.some(isEdited))
    note.textContent = "What you typed before is still here. It is not saved yet.";
}

/** Deletes the text of a form that was accepted. An address stays, since the next form asks for it. */
export function forgetSentText(form: HTMLFormElement): void {
  if (draftOf(form) !== addressDraft) forgetDraft(draftOf(form));
}

/**
 * Stores typed fields only, since other tabs may save newer values of the rest. Forms that share an address have
 * different fields, and an emptied one counts.
 */
function storeText(form: HTMLFormElement): void {
  const name = draftOf(form);
  const stored = readFormDraft(name)?.values ?? {};
  const isAddress = name === addressDraft;
  // A refused form comes back with its typed text as the default.
  const typed = fieldsOf(form).filter(
    (field) => isAddress || isEdited(field) || field.value === stored[field.name],
  );
  const values = Object.fromEntries(typed.map((field) => [field.name, field.value]));
  saveDraft(name, isAddress ? { ...stored, ...values } : values);
}

function draftOf(form: HTMLFormElement): string {
  return form.dataset.textDraft ?? "";
}

function fieldsOf(form: HTMLFormElement): FormControl[] {
  return [...form.querySelectorAll<HTMLInputElement>(plainFields)];
}
