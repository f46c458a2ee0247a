export type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Whether a text, a choice or a tick differs from what the server rendered. */
export function isEdited(control: FormControl): boolean {
  if (control instanceof HTMLSelectElement) return control.value !== firstChoice(control);
  if (control instanceof HTMLInputElement && isTickable(control))
    return control.checked !== control.defaultChecked;
  return control.value !== control.defaultValue;
}

export function isTickable({ type }: HTMLInputElement): boolean {
  return type === "checkbox" || type === "radio";
}

function firstChoice({ options }: HTMLSelectElement): string | undefined {
  return ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;
}
