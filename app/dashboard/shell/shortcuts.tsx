import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { Dialog } from "../parts/dialog.tsx";

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
  useEffect(() => {
    registry.add(shortcuts);
    return () => void registry.delete(shortcuts);
  }, [registry, shortcuts]);
}

/** Hears keys for every screen, and shows them all on "?". */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState<Registry>(() => new Set());
  const [sheet, setSheet] = useState<Shortcut[] | null>(null);
  const before = useRef("");
  const own = useMemo<readonly Shortcut[]>(
    () => [{ keys: "?", does: "Show keyboard shortcuts", run: () => setSheet([...registry].flat()) }],
    [registry],
  );
  useEffect(() => {
    registry.add(own);
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      const pressed = nameKeys(event);
      const isTyping = isTypingIn(event.target);
      const all = [...registry].flat().toReversed();
      const fits = ({ keys, whileTyping }: Shortcut, wanted: string) =>
        keys === wanted && (!isTyping || (whileTyping ?? keys.includes("Mod+")));
      const found =
        all.find((one) => fits(one, `${before.current} ${pressed}`)) ?? all.find((one) => fits(one, pressed));
      before.current = found ? "" : pressed;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, [registry, own]);
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

function nameKeys({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  const isLetter = /^\p{L}$/u.test(name) || name.length > 1;
  return [
    ctrlKey || metaKey ? "Mod+" : "",
    altKey ? "Alt+" : "",
    shiftKey && isLetter ? "Shift+" : "",
    name,
  ].join("");
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
