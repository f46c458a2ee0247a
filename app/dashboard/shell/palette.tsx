import { useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "../parts/dialog.tsx";
import type { LayoutData } from "./layout-data.ts";
import { listNavItems } from "./nav-items.ts";
import { paletteEvent } from "./open-palette.ts";
import { type Shortcut, useShortcuts } from "./shortcuts.tsx";

/** Goes anywhere, finds any entry, message or person, and starts what staff do most: Ctrl K. */
export function Palette({ frame }: { frame: LayoutData }) {
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

function Finder({ frame, onEnd }: { frame: LayoutData; onEnd: () => void }) {
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
        className="input"
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

interface Found {
  kind: "entry" | "message" | "call" | "person" | "file";
  id: string;
  title: string;
  detail: string;
  path: string;
}

const waitMs = 120;

/** An entry's detail is its kind already. */
const kindNames: Record<Found["kind"], string> = {
  entry: "",
  message: "Message",
  call: "Call request",
  person: "Person",
  file: "File",
};

/** Entries, messages and people that fit the words, asked for once typing pauses. */
function useFound(words: string): { found: Choice[]; isLooking: boolean } {
  const [answer, setAnswer] = useState<{ words: string; found: Choice[] }>({ words: "", found: [] });
  const wanted = words.trim();
  useEffect(() => {
    if (wanted.length < 2) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      const found = await find(wanted, stop.signal).catch(() => []);
      if (!stop.signal.aborted) setAnswer({ words: wanted, found });
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [wanted]);
  if (wanted.length < 2) return { found: [], isLooking: false };
  // What was found for the words before stays until there is something better, so that the list does not flicker.
  return { found: answer.found, isLooking: answer.words !== wanted };
}

async function find(words: string, signal: AbortSignal): Promise<Choice[]> {
  const answer = await fetch(`/api/find?${new URLSearchParams({ q: words })}`, { signal });
  if (!answer.ok) return [];
  const { results } = (await answer.json()) as { results: Found[] }; // our own API
  return results.map(({ kind, id, title, detail, path }) => ({
    id: `${kind}-${id}`,
    name: title,
    detail: [kindNames[kind], detail].filter(Boolean).join(": "),
    path,
  }));
}

/** One line of the palette. */
interface Choice {
  id: string;
  name: string;
  /** What kind of thing it is, or more about it. */
  detail: string;
  path: string;
  /** Outside of the dashboard: another document. */
  isDocument?: boolean;
}

/** Screens and actions whose names hold all the words; all of them while nothing is typed. */
function listChoices(frame: LayoutData, words: string): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return allChoices(frame).filter(({ name, detail }) =>
    wanted.every((word) => `${name} ${detail}`.toLowerCase().includes(word)),
  );
}

function allChoices(frame: LayoutData): Choice[] {
  const places = listNavItems(frame)
    .flatMap((group) => group.places)
    .map(({ name, path }) => ({ id: `go-${path.split("/").at(-1)}`, name, detail: "Page", path }));
  const actions = frame.kinds.map(({ name, one, add }) => ({
    id: `new-${name}`,
    name: `New ${one.toLowerCase()}`,
    detail: "Create",
    path: add,
  }));
  return [
    ...places,
    ...actions,
    {
      id: "new-category",
      name: "Blog categories",
      detail: "Page",
      path: "/dashboard/addnewcategory",
    },
    {
      id: "new-portfolio-category",
      name: "Portfolio categories",
      detail: "Page",
      path: "/dashboard/addportfoliocategory",
    },
    { id: "site", name: "View site", detail: "Public site", path: "/", isDocument: true },
    {
      id: "profile",
      name: "My profile",
      detail: "Password, two-factor authentication",
      path: "/myprofile",
      isDocument: true,
    },
  ];
}
