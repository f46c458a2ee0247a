import { Dialog } from "#app/ui/kit/dialog.tsx";
import type { EntryHead } from "./entry-head.ts";

interface PublishButtonProps {
  entry: EntryHead | null;
  isBusy: boolean;
  /** Whether something was typed that is not saved yet. */
  isDirty: boolean;
}

/** The one filled button of the screen, always in the head: Publish, or Update once readers have a version. */
export function PublishButton({ entry, isBusy, isDirty }: PublishButtonProps) {
  const isUpToDate = entry?.state === "published" && !isDirty;
  return (
    <button
      className="btn"
      type="submit"
      form="entry"
      name="intent"
      value="publish"
      // Not disabled: that would take the focus from who has just pressed it.
      aria-disabled={isBusy || isUpToDate || undefined}
      onClick={(event) => (isBusy || isUpToDate) && event.preventDefault()}
    >
      {publishWord(entry)}
    </button>
  );
}

function publishWord(entry: EntryHead | null): string {
  if (entry?.publishAt) return "Publish now";
  return entry?.liveVersion ? "Update" : "Publish";
}

interface PublishDialogProps {
  entry: EntryHead | null;
  isOpen: boolean;
  onClose: () => void;
  onPublish: () => void;
}

/** Asks before a shortcut publishes: keys are pressed by mistake more easily than a button is. */
export function PublishDialog({ entry, isOpen, onClose, onPublish }: PublishDialogProps) {
  const word = publishWord(entry);
  return (
    <Dialog title={`${word}?`} isOpen={isOpen} onClose={onClose}>
      <p>
        {entry?.liveVersion
          ? "Readers will see this version instead of the one that is on the site now."
          : "Everybody can read it on the site then."}
      </p>
      <div className="row">
        <button
          className="btn"
          type="button"
          data-initial-focus
          onClick={() => {
            onClose();
            onPublish();
          }}
        >
          {word}
        </button>
        <button className="btn quiet" type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
