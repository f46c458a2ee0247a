import { type ComponentType, createElement, Fragment, useEffect } from "react";
import { hydrateRoot, type Root } from "react-dom/client";

/** Hydrates the server-rendered content of an island. Resolves once its effects have run. */
export function hydrateIsland(
  island: Element,
  component: ComponentType<Record<string, unknown>>,
  props: Record<string, unknown>,
): Promise<Root> {
  return new Promise((resolve) => {
    const typed = readTyped(island);
    const ready = () => {
      for (const [name, entered] of typed) putBack(island, name, entered);
      resolve(root);
    };
    const root = hydrateRoot(
      island,
      createElement(Fragment, null, createElement(component, props), createElement(Ready, { ready })),
    );
  });
}

type Control = HTMLInputElement | HTMLTextAreaElement;
type Entered = Pick<HTMLInputElement, "value" | "checked">;

function controlsOf(island: Element): Control[] {
  return [...island.querySelectorAll<Control>("input[name]:not([type=hidden]), textarea[name]")];
}

/**
 * Reads the values typed before hydration, by name. React resets textareas, and renders again if a browser extension
 * changed the page.
 */
function readTyped(island: Element): Map<string, Entered> {
  return new Map(
    controlsOf(island).map((control) => [
      control.name,
      { value: control.value, checked: control instanceof HTMLInputElement && control.checked },
    ]),
  );
}

function putBack(island: Element, name: string, entered: Entered): void {
  const control = controlsOf(island).find((one) => one.name === name);
  if (!control) return;
  if (control instanceof HTMLInputElement && control.type === "checkbox") {
    if (control.checked === control.defaultChecked) control.checked = entered.checked;
  } else if (control.value === control.defaultValue) control.value = entered.value;
}

function Ready({ ready }: { ready(): void }): null {
  useEffect(ready, [ready]);
  return null;
}
