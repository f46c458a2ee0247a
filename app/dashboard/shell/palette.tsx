import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "../parts/dialog.tsx";
import { type Choice, listChoices } from "./choices.ts";
import type { Frame } from "./frame.ts";
import { paletteEvent } from "./open-palette.ts";
import { type Shortcut, useShortcuts } from "./shortcuts.tsx";
import { useFound } from "./use-found.ts";

/** Goes anywhere, finds any entry, message or person, and starts what staff do most: Ctrl K. */
export function Palette({ frame }: { frame: Frame }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: "Mod+k", does: "Search or jump to…", run: () => setOpen(true), whileTyping: true },
      { keys: "/", does: "Search or jump to…", run: () => setOpen(true) },
      { keys: "g h", does: "Go home", run: () => void navigate("/dashboard/home") },
      { keys: "g m", does: "Go to inbox", run: () => void navigate("/dashboard/usercontactdata") },
      { keys: "g f", does: "Go to files", run: () => void navigate("/dashboard/files") },
    ],
    [navigate],
  );
  useShortcuts(shortcuts);
  useEffect(() => {
    const open = () => setOpen(true);
    window.addEventListener(paletteEvent, open);
    return () => window.removeEventListener(paletteEvent, open);
  }, []);
  return (
    <Dialog title="Search or jump to…" isOpen={isOpen} onClose={() => setOpen(false)} className="palette">
      <Finder frame={frame} onEnd={() => setOpen(false)} />
    </Dialog>
  );
}

function Finder({ frame, onEnd }: { frame: Frame; onEnd: () => void }) {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { found, isLooking } = useFound(words);
  const choices = [...listChoices(frame, words), ...found].slice(0, 40);
  const current = choices[Math.min(at, choices.length - 1)];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  const take = (choice: Choice | undefined) => {
    if (!choice) return;
    onEnd();
    if (choice.isDocument) location.assign(choice.path);
    else void navigate(choice.path);
  };
  const hear = (key: string): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step)
      setAt(
        (now) => (Math.min(now, choices.length - 1) + step + choices.length) % Math.max(choices.length, 1),
      );
    if (key === "Enter") take(current);
    return step !== undefined || key === "Enter";
  };
  return (
    <>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to type here
        autoFocus
        className="in"
        type="text" // a field of type "search" takes the first Escape for itself
        role="combobox"
        inputMode="search"
        aria-label="Search or jump to…"
        aria-expanded={choices.length > 0}
        aria-controls="palette-choices"
        aria-activedescendant={current && `choice-${current.id}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Screens, entries, messages, people, files"
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => hear(event.key) && event.preventDefault()}
      />
      <div id="palette-choices" role="listbox" aria-label="Results" ref={list}>
        {choices.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above hears the keys
          <div
            key={choice.id}
            id={`choice-${choice.id}`}
            role="option"
            aria-selected={choice === current}
            tabIndex={-1}
            onClick={() => take(choice)}
          >
            <b>{choice.name}</b>
            <small>{choice.detail}</small>
          </div>
        ))}
      </div>
      <p className="mute small" role="status">
        {choices.length === 0 ? (isLooking ? "Searching…" : "No results.") : ""}
      </p>
    </>
  );
}
