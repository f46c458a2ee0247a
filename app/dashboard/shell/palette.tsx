import { type ComponentType, useEffect, useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import type { LayoutData } from "./layout-data.ts";
import type { FinderProps } from "./palette-finder.tsx";
import { type Shortcut, useShortcuts } from "./shortcuts.tsx";

/** Delay in milliseconds that leaves the network to the screen first. */
const loadDelayMs = 1500;

/** Search and command palette, opened with Ctrl K. */
export function Palette({ layout }: { layout: LayoutData }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const shortcuts = useMemo<Shortcut[]>(
    () => [
      { keys: "Mod+k", label: "Search or jump to…", run: () => setOpen(true), whileTyping: true },
      { keys: "/", label: "Search or jump to…", run: () => setOpen(true) },
      { keys: "g h", label: "Go home", run: () => void navigate("/dashboard/home") },
      { keys: "g i", label: "Go to inbox", run: () => void navigate("/dashboard/usercontactdata") },
      { keys: "g f", label: "Go to files", run: () => void navigate("/dashboard/files") },
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
 * Loads the palette's content after the screen, before it is usually needed. Null until loaded; opening the
 * palette retries after a failure.
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
    const timer = setTimeout(load, isOpen ? 0 : loadDelayMs);
    return () => clearTimeout(timer);
  }, [isOpen, finder]);
  return finder?.Finder ?? null;
}

/** Event that opens the palette. */
const paletteEvent = "dashboard:palette";

export function openPalette(): void {
  window.dispatchEvent(new Event(paletteEvent));
}
