import { Form } from "react-router";
import { type ActionError, errorIn } from "#app/dashboard/parts/action-result.ts";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { placeholders } from "#app/domain/leads/workflow/fill-template.ts";
import { listReplyTemplates, removeTemplate, saveTemplate } from "#app/domain/leads/workflow/templates.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { write } from "#app/platform/database/database.ts";
import type { Route } from "./+types/saved-replies.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  return { texts: (await listReplyTemplates(db)).map(({ id, title, body }) => ({ id, title, body })) };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    async save({ text }, { db, actionContext }) {
      const values = { title: text("title"), body: text("body") };
      await write(db, (tx) => saveTemplate(tx, text("id") || null, values, actionContext));
      return { done: `“${values.title}” saved` };
    },
    async remove({ text }, { db, actionContext }) {
      const { title, body } = await write(db, (tx) => removeTemplate(tx, text("id"), actionContext));
      return { done: `“${title}” deleted`, undo: { intent: "save", values: { title, body } } };
    },
  });
}

export default function Texts({ loaderData: { texts }, actionData: answer }: Route.ComponentProps) {
  const refused = errorIn(answer);
  return (
    <Screen
      title="Saved replies"
      crumbs={[{ name: "Inbox", path: "/dashboard/usercontactdata" }]}
      answer={answer}
    >
      <div className="pad rules-form stack">
        <p className="mute">
          Texts you can start a reply from.{" "}
          {Object.entries(placeholders).map(([sign, words], at) => (
            <span key={sign}>
              {at > 0 && ", "}
              <kbd>{sign}</kbd> stands for {words}
            </span>
          ))}
          .
        </p>
        <ul className="lines">
          {texts.map((text) => (
            <li key={text.id}>
              <details open={refused?.typed.id === text.id ? true : undefined}>
                <summary>
                  <b>{text.title}</b>
                </summary>
                <TextForm text={text} refused={refused?.typed.id === text.id ? refused : null} />
                <Form method="post">
                  <input type="hidden" name="id" value={text.id} />
                  <button className="btn quiet bad compact" type="submit" name="intent" value="remove">
                    Delete
                  </button>
                </Form>
              </details>
            </li>
          ))}
        </ul>
        <h2>New saved reply</h2>
        <TextForm
          key={texts.length}
          text={{ id: "", title: "", body: "" }}
          refused={refused?.typed.id === "" ? refused : null}
        />
      </div>
    </Screen>
  );
}

interface TextFormProps {
  text: { id: string; title: string; body: string };
  refused: ActionError | null;
}

/** Form of one saved reply. */
function TextForm({ text, refused }: TextFormProps) {
  const errors = refused?.refusal.fields ?? {};
  const row = text.id || "new";
  return (
    <Form method="post" className="stack">
      <input type="hidden" name="id" value={text.id} />
      <LabelledField label="Name" name="title" id={`f-title-${row}`} error={errors.title}>
        {(control) => (
          <input
            className="input"
            {...control}
            dir="auto"
            defaultValue={refused?.typed.title ?? text.title}
          />
        )}
      </LabelledField>
      <LabelledField label="Text" name="body" id={`f-body-${row}`} error={errors.body}>
        {(control) => (
          <textarea
            className="input"
            {...control}
            rows={5}
            dir="auto"
            defaultValue={refused?.typed.body ?? text.body}
          />
        )}
      </LabelledField>
      <p>
        <button className="btn quiet" type="submit" name="intent" value="save">
          {text.id ? "Save" : "Add saved reply"}
        </button>
      </p>
    </Form>
  );
}
