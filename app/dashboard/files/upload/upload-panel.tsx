import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "react-router";
import { formatBytes } from "#app/lib/text/counts.ts";
import { filePath } from "../library-address.ts";
import { type FileAnswer, pictureOf, saveAltText } from "../library-picture.ts";
import type { QueuedFile, UploadQueue } from "./send-file.ts";

interface UploadPanelProps {
  queue: UploadQueue;
  files: readonly QueuedFile[];
}

/** Progress of uploads, one row per file; asks for the alternative text of each new picture. */
export function UploadPanel({ queue, files }: UploadPanelProps) {
  if (files.length === 0) return null;
  const done = files.filter(({ state }) => state === "done").length;
  const failed = files.filter(({ state }) => state === "failed").length;
  return (
    <section className="uploads" aria-label="Uploads">
      <header className="row">
        <h2>
          <span role="status">
            {done === files.length || done + failed === files.length
              ? `${done} uploaded`
              : `${done} of ${files.length} uploaded`}
            {failed > 0 && `, ${failed} failed`}
          </span>
        </h2>
        <button className="btn quiet compact" type="button" onClick={queue.clear}>
          Close
        </button>
      </header>
      <ul>
        {files.map((item) => (
          <li key={item.id}>
            <UploadLine item={item} queue={queue} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function UploadLine({ item, queue }: { item: QueuedFile; queue: UploadQueue }) {
  const { id, file, state, added } = item;
  return (
    <>
      <div className="line">
        <StateIcon state={state} />
        <span className="name">{added ? <Link to={filePath(added._id)}>{file.name}</Link> : file.name}</span>
        <span className="hint">{describe(item)}</span>
        {state === "sending" && (
          <progress className="upload-progress" value={item.part} aria-label={`${file.name}, uploaded`} />
        )}
        {state === "failed" && item.canRetry && (
          <button className="btn quiet compact" type="button" onClick={() => queue.retry(id)}>
            <RotateCw className="icon" aria-hidden /> Try again
          </button>
        )}
        {state === "failed" && (
          <button className="btn quiet compact icon-only" type="button" onClick={() => queue.drop(id)}>
            <X className="icon" aria-hidden />
            <span className="visually-hidden">Remove {file.name}</span>
          </button>
        )}
      </div>
      {added?.kind === "picture" && <AltTextForm file={added} />}
    </>
  );
}

function StateIcon({ state }: { state: QueuedFile["state"] }) {
  if (state === "done") return <CircleCheck className="icon good" aria-hidden />;
  if (state === "failed") return <CircleAlert className="icon wrong" aria-hidden />;
  return <span className="dot" aria-hidden="true" />;
}

function describe({ state, part, message, file, added }: QueuedFile): string {
  if (state === "failed") return message;
  if (state === "processing") return "Processing…";
  if (state === "sending") return `${Math.round(part * 100)} % of ${formatBytes(file.size)}`;
  if (state === "waiting") return "Waiting";
  return added?.isKnown ? `Already in Files as ${added.name}` : "Uploaded";
}

/** Form for the alternative text of a picture just uploaded. */
function AltTextForm({ file }: { file: FileAnswer }) {
  const [status, setStatus] = useState<"" | "saving" | "saved" | "failed">("");
  const { thumb } = pictureOf(file);
  const id = `alt-${file._id}`;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const alt = String(new FormData(event.currentTarget).get("alt") ?? "");
    setStatus("saving");
    setStatus((await saveAltText(file._id, alt)) ? "saved" : "failed");
  };
  return (
    <form className="altnow" onSubmit={save}>
      <img src={thumb} alt="" width={64} height={48} />
      <label className="visually-hidden" htmlFor={id}>
        Alt text of {file.name}
      </label>
      <input
        className="input"
        id={id}
        name="alt"
        maxLength={1000}
        defaultValue={file.alt}
        placeholder="Alt text: what does it show?"
        onChange={() => setStatus("")}
      />
      <button className="btn quiet" type="submit" disabled={status === "saving"}>
        Save
      </button>
      <span className="hint" role="status">
        {status === "saved" && "Saved."}
        {status === "failed" && "Not saved. Try again."}
      </span>
    </form>
  );
}

/**
 * Handles files that are dropped or pasted anywhere on the screen; returns whether some are dragged over it.
 */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listeners = new AbortController();
    const listen = <Name extends keyof WindowEventMap>(
      name: Name,
      run: (event: WindowEventMap[Name]) => void,
    ) => window.addEventListener(name, run, { signal: listeners.signal });
    listen("dragover", (event) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    });
    listen("dragleave", (event) => event.relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      setOver(false);
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      onFiles([...(event.dataTransfer?.files ?? [])]);
    });
    listen("paste", (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    });
    return () => listeners.abort();
  }, [onFiles]);
  return isOver;
}

function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}
