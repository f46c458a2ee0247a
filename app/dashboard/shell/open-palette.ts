/** Names of what parts of the frame tell one another. */
export const paletteEvent = "dashboard:palette";

export function openPalette(): void {
  window.dispatchEvent(new Event(paletteEvent));
}
