import { type ComponentType, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "#app/ui/kit/dialog.tsx";
import type { LayoutData } from "./layout-data.ts";
import type { FinderProps } from "./palette-finder.tsx";
import { type Shortcut, useShortcuts } from "./shortcuts.tsx";

/** What a screen has before the palette takes its share of the line. */
const restMs = 1500;

/** Goes anywhere, finds any entry, message or person, and starts what staff do most: Ctrl K. */
export function Palette({ layout }: { layout: LayoutData }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: "Mod+k", does: "Search or jump to…", run: () => setOpen(true), whileTyping: true },
      { keys: "/", does: "Search or jump to…", run: () => setOpen(true) },
      { keys: "g h", does: "Go home", run: () => void navigate("/dashboard/home") },
      { keys: "g i", does: "Go to inbox", run: () => void navigate("/dashboard/usercontactdata") },
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
  const Finder = useFinder(isOpen);
  return (
    <Dialog title="Search or jump to…" isOpen={isOpen} onClose={() => setOpen(false)} className="palette">
      {Finder ? (
        <Finder layout={layout} onEnd={() => setOpen(false)} />
      ) : (
        <p className="mute small" role="status">
          Loading…
        </p>
      )}
    </Dialog>
  );
}

/**
 * The palette's field and list: not needed to show a screen, but there before anybody asks for it. Null until they have
 * come; where the line is down they are asked for again when the palette is next opened.
 */
function useFinder(isOpen: boolean): ComponentType<FinderProps> | null {
  const [finder, setFinder] = useState<{ Finder: ComponentType<FinderProps> } | null>(null);
  useEffect(() => {
    if (finder) return;
    const load = () =>
      import("./palette-finder.tsx").then(
        ({ Finder }) => setFinder({ Finder }),
        () => {},
      );
    const timer = setTimeout(load, isOpen ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [isOpen, finder]);
  return finder?.Finder ?? null;
}

/** Names of what parts of the layout tell one another. */
const paletteEvent = "dashboard:palette";

export function openPalette(): void {
  window.dispatchEvent(new Event(paletteEvent));
}
