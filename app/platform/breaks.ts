import { setImmediate as nextTurn } from "node:timers/promises";

const turnMs = 10;

/** The same items one after another; whatever else the process has to do gets its turn between them, every 10 ms. */
export async function* withBreaks<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < turnMs) continue;
    await nextTurn();
    since = performance.now();
  }
}
