/** Attribute of the field that takes the focus in place of the heading when its page opens. */
export const arrivalFocus = "data-arrival-focus";

/** The part of a page that takes the focus when it opens: one of these, else the heading, else the page. */
export function findArrival(parts = `[${arrivalFocus}]`): HTMLElement | null {
  const part = document.querySelector<HTMLElement>(`#main :is(${parts})`);
  return (
    part ?? withFocus(document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main"))
  );
}

/** The same element, able to take the focus. */
export function withFocus(element: HTMLElement | null): HTMLElement | null {
  element?.setAttribute("tabindex", "-1");
  return element;
}
