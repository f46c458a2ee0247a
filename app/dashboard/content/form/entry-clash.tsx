import { useEffect, useState } from "react";
import type { FormDescription } from "#app/content/form/describe-form.ts";
import type { Clash } from "#app/content/save-entry.ts";
import { Conflict } from "../conflict.tsx";
import type { SaveAnswer } from "../saving/save-answer.ts";

interface EntryClashProps {
  form: FormDescription;
  id: string;
  clash: Clash;
  onTake(values: Record<string, unknown>): void;
}

/** Somebody else has saved meanwhile: both texts side by side, and nothing is lost. */
export function EntryClash({ form, id, clash, onTake }: EntryClashProps) {
  const [who, setWho] = useState("Somebody else");
  useEffect(() => {
    void fetch(`/dashboard/entry/save/${form.kind}/${id}`)
      .then((answer) => answer.json())
      .then(({ entry }: SaveAnswer) => entry && setWho(entry.savedBy))
      .catch(() => {});
  }, [form.kind, id]);
  return (
    <div className="pad">
      <Conflict
        form={form.fields}
        mine={clash.mine}
        theirs={Object(clash.data)}
        base={Object(clash.base)}
        who={who}
        at={clash.at}
        version={clash.version}
        onTake={onTake}
      />
    </div>
  );
}
