import { useEffect, useState } from "react";

/** Hears of files that are dropped anywhere on the screen, or pasted; answers whether some are being held over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const hear = <Name extends keyof WindowEventMap>(
      name: Name,
      run: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, run, { signal: gone.signal });
    hear("dragover", (event) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    });
    hear("dragleave", (event) => event.relatedTarget === null && setOver(false));
    hear("drop", (event) => {
      setOver(false);
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    hear("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    });
    return () => gone.abort();
  }, [onFiles]);
  return isOver;
}

function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}
