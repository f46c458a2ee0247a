import type { FormDescription } from "#app/content/form/describe-form.ts";
import { Empty } from "../../parts/empty.tsx";
import { Moment } from "../../parts/moment.tsx";
import { Screen } from "../../parts/screen.tsx";
import type { EntryHead } from "./entry-head.ts";

interface TrashNoticeProps {
  form: FormDescription;
  entry: EntryHead;
  answer: unknown;
}

/** What lies in the trash is not edited there. */
export function TrashNotice({ form, entry, answer }: TrashNoticeProps) {
  return (
    <Screen
      title={entry.title}
      crumbs={[{ name: form.label.many, path: `/dashboard/${form.dashboard.list}` }]}
      answer={answer}
    >
      <Empty title="In trash">
        {entry.deletedAt && (
          <p>
            Deleted <Moment at={entry.deletedAt} inSentence />. It is deleted permanently after 30 days.
          </p>
        )}
        <form method="post">
          <button className="btn" type="submit" name="intent" value="untrash">
            Restore
          </button>
        </form>
      </Empty>
    </Screen>
  );
}
