/** Attribute of the element that gets the focus instead of the heading when its page opens. */
export const arrivalFocus = "data-arrival-focus";

/** Returns the element to focus on a new page: one of `parts`, else the heading, else `main`. */
export function findArrival(parts = `[${arrivalFocus}]`): HTMLElement | null {
  const part = document.querySelector<HTMLElement>(`#main :is(${parts})`);
  return (
    part ?? withFocus(document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main"))
  );
}

/** Makes an element focusable and returns it. */
export function withFocus(element: HTMLElement | null): HTMLElement | null {
  element?.setAttribute("tabindex", "-1");
  return element;
}
