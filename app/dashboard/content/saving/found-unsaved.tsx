import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { localTime } from "#app/text/moments.ts";
import { useUnsaved } from "./unsaved-provider.tsx";
import type { Unsaved } from "./unsaved-store.ts";

interface FoundUnsavedProps {
  found: Unsaved;
  onTake(found: Unsaved): void;
  onDrop(): void;
}

/** After a crash: what was typed and never reached the server. */
export function FoundUnsaved({ found, onTake, onDrop }: FoundUnsavedProps) {
  const { timeZone } = useLayoutData();
  const { forms } = useUnsaved();
  const throwAway = () => {
    void forms.forget(found.slot);
    onDrop();
  };
  return (
    <div className="strip found" role="status">
      <p>Unsaved text from {localTime(found.at, timeZone).slice(11)} was found in this browser.</p>
      <div className="row">
        <button className="btn" type="button" onClick={() => onTake(found)}>
          Restore
        </button>
        <button className="btn quiet" type="button" onClick={throwAway}>
          Discard
        </button>
      </div>
    </div>
  );
}
