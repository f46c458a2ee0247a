/** Milliseconds between two looks: while this page is seen, and while it lies behind others. */
const lookEvery = 2_000;
const lookAtLeastEvery = 10_000;
/** Milliseconds between seeing it closed and saying so. */
const reportAfter = 8_000;

/** Looks whether a popup was closed, and tells it once, late enough for its result to arrive first. Answers how to stop. */
export function watchClosing(
  popup: { readonly closed: boolean },
  isHidden: () => boolean,
  onClosed: () => void,
): () => void {
  let timer = setTimeout(look, lookEvery);

  function look(): void {
    if (popup.closed) timer = setTimeout(onClosed, reportAfter);
    else timer = setTimeout(look, isHidden() ? lookAtLeastEvery : lookEvery);
  }

  return () => clearTimeout(timer);
}
