import { type ComponentType, createElement, Fragment, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { type FormControl, isEdited, isTickable } from "#app/site/forms/form-control.ts";

/** Hydrates the server-rendered content of an island. Resolves once its effects have run. */
export function hydrateIsland(
  island: Element,
  component: ComponentType<Record<string, unknown>>,
  props: Record<string, unknown>,
): Promise<Root> {
  return new Promise((resolve) => {
    const entered = readEntered(island);
    const ready = () => {
      for (const control of controlsOf(island)) putBack(control, entered);
      resolve(root);
    };
    const root = hydrateRoot(
      island,
      createElement(Fragment, null, createElement(component, props), createElement(Ready, { ready })),
    );
  });
}

type Entered = Map<string, Pick<HTMLInputElement, "value" | "checked">>;

function controlsOf(island: Element): FormControl[] {
  return [
    ...island.querySelectorAll<FormControl>("input[name]:not([type=hidden]), textarea[name], select[name]"),
  ];
}

/**
 * Reads the values entered before hydration. React resets textareas and radio buttons, and renders again if a browser
 * extension changed the page.
 */
function readEntered(island: Element): Entered {
  return new Map(
    controlsOf(island).map((control) => [
      keyOf(control),
      { value: control.value, checked: control instanceof HTMLInputElement && control.checked },
    ]),
  );
}

function putBack(control: FormControl, all: Entered): void {
  const entered = all.get(keyOf(control));
  if (!entered || isEdited(control)) return;
  if (control instanceof HTMLInputElement && isTickable(control)) control.checked = entered.checked;
  else control.value = entered.value;
}

/** Buttons of one choice share a name, and differ in their values. */
function keyOf(control: FormControl): string {
  const isOneOfSeveral = control instanceof HTMLInputElement && isTickable(control);
  return isOneOfSeveral ? `${control.name}=${control.value}` : control.name;
}

function Ready({ ready }: { ready(): void }): null {
  useEffect(ready, [ready]);
  return null;
}
