import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { tinykeys } from "tinykeys";
import { Dialog } from "#app/ui/kit/dialog.tsx";

/** One key, or a chord: "n", "?", "Mod+s" (Ctrl, ⌘ on Apple's), "Mod+Enter", "Shift+p", or two in a row: "g h". */
export interface Shortcut {
  keys: string;
  /** What it does, as the help sheet says it. */
  does: string;
  run(): void;
  /** Also while typing; by default only chords with Mod are. */
  whileTyping?: boolean;
}

type Registry = Set<readonly Shortcut[]>;

const ShortcutContext = createContext<Registry>(new Set());

/** Keys of a screen or part while it is shown; listed in the help sheet. Keep the array the same while nothing changes. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(ShortcutContext);
  useEffect(() => listen(registry, shortcuts), [registry, shortcuts]);
}

function listen(registry: Registry, shortcuts: readonly Shortcut[]): () => void {
  const bindings = shortcuts.map((one) => [bindingOf(one.keys), (event: KeyboardEvent) => run(one, event)]);
  const stop = tinykeys(window, Object.fromEntries(bindings), { ignore: isForOthers });
  registry.add(shortcuts);
  return () => {
    stop();
    registry.delete(shortcuts);
  };
}

/** As tinykeys writes them; a sign is the same wherever a keyboard needs Shift for it. */
function bindingOf(keys: string): string {
  return /^[^\w\s]$/.test(keys) ? `[Shift]+${keys}` : keys.replace("Mod", "$mod");
}

function run({ keys, whileTyping = keys.includes("Mod+"), run: act }: Shortcut, event: KeyboardEvent): void {
  if (isTypingIn(event.target) && !whileTyping) return;
  event.preventDefault();
  act();
}

/** A key that something else has taken, that belongs to a word being composed, or that is pressed in a menu or a dialog. */
function isForOthers(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (document.querySelector("div.dialog, dialog[open]")) return true;
  return event.target instanceof Element && event.target.closest('[role="menu"]') !== null;
}

/** Shows all keys on "?". */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState<Registry>(() => new Set());
  const [sheet, setSheet] = useState<Shortcut[] | null>(null);
  const own = useMemo<readonly Shortcut[]>(
    () => [{ keys: "?", does: "Show keyboard shortcuts", run: () => setSheet([...registry].flat()) }],
    [registry],
  );
  useEffect(() => listen(registry, own), [registry, own]);
  return (
    <ShortcutContext.Provider value={registry}>
      {children}
      <Dialog title="Keyboard shortcuts" isOpen={sheet !== null} onClose={() => setSheet(null)}>
        <dl className="keys">
          {[...Map.groupBy(sheet ?? [], ({ does }) => does)].map(([does, ways]) => (
            <div key={does}>
              <dt>{does}</dt>
              {ways.map(({ keys }) => (
                <dd key={keys}>
                  <Keys keys={keys} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </Dialog>
    </ShortcutContext.Provider>
  );
}

function Keys({ keys }: { keys: string }) {
  return keys.split(" ").map((one, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the keys never change
    <kbd key={at}>{one.replace("Mod", "Ctrl").replaceAll("+", " ")}</kbd>
  ));
}

function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isText =
    target instanceof HTMLInputElement && !/^(checkbox|radio|button|submit|file)$/.test(target.type);
  return (
    isText ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  );
}
