import { newId } from "#app/platform/id.ts";
import type { ChangeLog } from "../engine.ts";

/** One instance has the database: changes are passed on in memory and not logged. */
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
