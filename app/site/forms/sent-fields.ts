/** The fields of a form with the pressed button; browsers of 2022 don't accept the button in the constructor of `FormData`. */
export function readSentFields(form: HTMLFormElement, button: HTMLElement | null | undefined): FormData {
  const fields = new FormData(form);
  if (button instanceof HTMLButtonElement && button.name) fields.set(button.name, button.value);
  return fields;
}
