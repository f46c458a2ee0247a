import { Autocomplete } from "@base-ui/react/autocomplete";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { LayoutData } from "./layout-data.ts";
import { listNavItems } from "./sidebar.tsx";

export interface FinderProps {
  layout: LayoutData;
  onEnd: () => void;
}

/** Search field of the palette with its results. */
export function Finder({ layout, onEnd }: FinderProps) {
  const [words, setWords] = useState("");
  const navigate = useNavigate();
  const { found, isLooking } = useFound(words);
  const choices = [...listChoices(layout, words), ...found].slice(0, 40);
  const take = (choice: Choice) => {
    onEnd();
    if (choice.isDocument) location.assign(choice.path);
    else void navigate(choice.path);
  };
  return (
    <Autocomplete.Root
      inline
      open
      items={choices}
      filter={null}
      value={words}
      // Choosing a result opens it and must not replace the typed text.
      onValueChange={(value, { reason }) => reason !== "item-press" && setWords(value)}
      itemToStringValue={({ name }) => name}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        autoFocus
        className="input"
        inputMode="search"
        aria-label="Search or jump to…"
        spellCheck={false}
        placeholder="Screens, entries, messages, people, files"
      />
      <Autocomplete.List aria-label="Results">
        {(choice: Choice) => (
          <Autocomplete.Item key={choice.id} value={choice} onClick={() => take(choice)}>
            <b>{choice.name}</b>
            <small>{choice.detail}</small>
          </Autocomplete.Item>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="mute small">
        {choices.length === 0 ? (isLooking ? "Searching…" : "No results.") : ""}
      </Autocomplete.Status>
    </Autocomplete.Root>
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

/** The detail of an entry is already its kind. */
const kindNames: Record<Found["kind"], string> = {
  entry: "",
  message: "Message",
  call: "Call request",
  person: "Person",
  file: "File",
};

/** Searches entries, messages and people when typing pauses. */
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
  // The former results stay until new ones arrive, so that the list does not flicker.
  return { found: answer.found, isLooking: answer.words !== wanted };
}

async function find(words: string, signal: AbortSignal): Promise<Choice[]> {
  const answer = await fetch(`/api/find?${new URLSearchParams({ q: words })}`, { signal });
  if (!answer.ok) return [];
  const { results } = (await answer.json()) as { results: Found[] }; // the type of our own API
  return results.map(({ kind, id, title, detail, path }) => ({
    id: `${kind}-${id}`,
    name: title,
    detail: [kindNames[kind], detail].filter(Boolean).join(": "),
    path,
  }));
}

/** Row of the palette. */
interface Choice {
  id: string;
  name: string;
  /** Type of the item, or more about it. */
  detail: string;
  path: string;
  /** True outside the dashboard, which needs a full page load. */
  isDocument?: boolean;
}

/** Screens and actions whose names contain all words; all of them without a query. */
function listChoices(layout: LayoutData, words: string): Choice[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return allChoices(layout).filter(({ name, detail }) =>
    wanted.every((word) => `${name} ${detail}`.toLowerCase().includes(word)),
  );
}

function allChoices(layout: LayoutData): Choice[] {
  const items = listNavItems(layout)
    .flatMap((group) => group.items)
    .map(({ name, path }) => ({ id: `go-${path.split("/").at(-1)}`, name, detail: "Page", path }));
  const actions = layout.kinds.map(({ name, one, add }) => ({
    id: `new-${name}`,
    name: `New ${one.toLowerCase()}`,
    detail: "Create",
    path: add,
  }));
  return [
    ...items,
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
      name: "Your profile",
      detail: "Password, two-factor authentication",
      path: "/dashboard/profile",
    },
  ];
}
