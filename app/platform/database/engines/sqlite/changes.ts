import { newId } from "#app/platform/runtime/id.ts";
import type { ChangeLog } from "../engine.ts";

/** Notifies listeners in memory without a log, since only one instance uses the database. */
export function sqliteChanges(): ChangeLog {
  const listeners: ((tags: Set<string> | null) => void)[] = [];
  return {
    instance: newId(),
    record: async () => null,
    notify: (tags) => {
      for (const listener of listeners) listener(tags);
    },
    onChange: (listener) => void listeners.push(listener),
    readStatus: () => ({
      isListening: true,
      lagMs: 0,
      way: "itself",
    }),
    prune: null,
  };
}
