import { useEffect, useState, useSyncExternalStore } from "react";
import { addFile } from "./send-file.ts";
import { createUploadQueue, type QueuedFile, type UploadQueue } from "./upload-queue.ts";

const none: readonly QueuedFile[] = [];

/** The uploads of this screen. `onAdded` is called once no file is under way any more. */
export function useUploads(onAdded: () => void): { queue: UploadQueue; files: readonly QueuedFile[] } {
  const [queue] = useState(() => createUploadQueue(addFile));
  const files = useSyncExternalStore(queue.subscribe, queue.read, () => none);
  const isUnderWay = files.some(({ state }) => state !== "done" && state !== "failed");
  const done = files.filter(({ state }) => state === "done").length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has come is shown when nothing more is coming
  useEffect(() => {
    if (!isUnderWay && done > 0) onAdded();
  }, [isUnderWay]);
  useEffect(() => {
    if (!isUnderWay) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isUnderWay]);
  return { queue, files };
}
