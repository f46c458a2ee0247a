import { type KeyboardEvent, useId, useState } from "react";
import type { EntryChoice } from "#app/content/find-choices.ts";
import { stateWords } from "../../../parts/state-badge.tsx";
import { useFoundEntries } from "../use-found-entries.ts";

interface EntryFinderProps {
  label: string;
  /** Without it, entries of all kinds. */
  kindName?: string;
  leaveOut?: ReadonlySet<string>;
  onPick(choice: EntryChoice): void;
}

/** Finds an entry by its title while somebody types. */
export function EntryFinder({ label, kindName, leaveOut, onPick }: EntryFinderProps) {
  const id = useId();
  const [words, setWords] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const found = useFoundEntries(isOpen ? words : null, kindName).filter((one) => !leaveOut?.has(one.id));
  const current = found[Math.min(at, found.length - 1)];
  const pick = (choice: EntryChoice | undefined) => {
    if (!choice) return;
    onPick(choice);
    setWords("");
    setOpen(false);
  };
  const hear = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((now) => (now + step + found.length) % Math.max(found.length, 1));
    else if (event.key === "Enter") pick(isOpen ? current : undefined);
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div className="finder">
      <input
        className="in"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen && found.length > 0}
        aria-controls={id}
        aria-activedescendant={isOpen && current ? `${id}-${current.id}` : undefined}
        autoComplete="off"
        placeholder="Search by title"
        value={words}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setWords(event.target.value);
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={hear}
      />
      <div
        id={id}
        role="listbox"
        aria-label={label}
        className="choices"
        hidden={!isOpen || found.length === 0}
      >
        {found.map((choice) => (
          <div
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            aria-selected={choice === current}
            tabIndex={-1}
            // The field would lose the focus before the press is over.
            onPointerDown={(event) => {
              event.preventDefault();
              pick(choice);
            }}
          >
            <b>{choice.title}</b>
            <small>{stateWords[choice.state]}</small>
          </div>
        ))}
      </div>
    </div>
  );
}
