/** Opens the menu named by `aria-controls` of a button, and closes it by Escape or a click elsewhere. */
const isButton = (target: EventTarget | null): HTMLButtonElement | null =>
  target instanceof Element ? target.closest<HTMLButtonElement>("button[aria-expanded]") : null;

function setOpen(button: HTMLButtonElement, isOpen: boolean): void {
  button.setAttribute("aria-expanded", String(isOpen));
  const menu = document.getElementById(button.getAttribute("aria-controls") ?? "");
  if (menu) menu.hidden = !isOpen;
}

function closeOthers(except: HTMLButtonElement | null): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[aria-expanded="true"]'))
    if (button !== except) setOpen(button, false);
}

document.addEventListener("click", ({ target }) => {
  const button = isButton(target);
  closeOthers(button);
  if (button) setOpen(button, button.getAttribute("aria-expanded") !== "true");
});
document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeOthers(null);
});
