import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { tinykeys } from "tinykeys";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";

/**
 * Keyboard shortcut: one key, a combination such as "Mod+s" (Ctrl, ⌘ on Apple devices) or "Shift+p", or a
 * sequence such as "g h".
 */
export interface Shortcut {
  keys: string;
  /** Description in the list of shortcuts. */
  label: string;
  run(): void;
  /** Whether it also works while typing; by default only with Mod. */
  whileTyping?: boolean;
}

type Registry = Set<readonly Shortcut[]>;

const ShortcutContext = createContext<Registry>(new Set());

/**
 * Registers shortcuts while the component is mounted, and lists them in the help. The array must be stable.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registry = useContext(ShortcutContext);
  useEffect(() => listen(registry, shortcuts), [registry, shortcuts]);
}

function listen(registry: Registry, shortcuts: readonly Shortcut[]): () => void {
  const bindings = shortcuts.map((one) => [bindingOf(one.keys), (event: KeyboardEvent) => run(one, event)]);
  const stop = tinykeys(window, Object.fromEntries(bindings), { ignore: isHandledElsewhere });
  registry.add(shortcuts);
  return () => {
    stop();
    registry.delete(shortcuts);
  };
}

/** Converts to tinykeys syntax; a symbol also matches on keyboards that need Shift for it. */
function bindingOf(keys: string): string {
  return /^[^\w\s]$/.test(keys) ? `[Shift]+${keys}` : keys.replace("Mod", "$mod");
}

function run(
  { keys, whileTyping = keys.includes("Mod+"), run: action }: Shortcut,
  event: KeyboardEvent,
): void {
  if (isTypingIn(event.target) && !whileTyping) return;
  event.preventDefault();
  action();
}

/** Whether a key was handled elsewhere, is part of an IME composition, or was pressed in a menu or dialog. */
function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  if (document.querySelector("div.dialog, dialog[open]")) return true;
  return event.target instanceof Element && event.target.closest('[role="menu"]') !== null;
}

/** Lists all shortcuts on "?". */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState<Registry>(() => new Set());
  const [help, setHelp] = useState<Shortcut[] | null>(null);
  const own = useMemo<readonly Shortcut[]>(
    () => [{ keys: "?", label: "Show keyboard shortcuts", run: () => setHelp([...registry].flat()) }],
    [registry],
  );
  useEffect(() => listen(registry, own), [registry, own]);
  return (
    <ShortcutContext.Provider value={registry}>
      {children}
      <Dialog title="Keyboard shortcuts" isOpen={help !== null} onClose={() => setHelp(null)}>
        <dl className="keys">
          {[...Map.groupBy(help ?? [], ({ label }) => label)].map(([label, ways]) => (
            <div key={label}>
              <dt>{label}</dt>
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
    // biome-ignore lint/suspicious/noArrayIndexKey: the list of keys is constant
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
