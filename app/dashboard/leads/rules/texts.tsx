import { Form } from "react-router";
import { write } from "#app/database/database.ts";
import { placeholders } from "#app/leads/fill-template.ts";
import { listTemplates, removeTemplate, saveTemplate } from "#app/leads/workflow/templates.ts";
import { act } from "../../parts/act.ts";
import { refusalIn } from "../../parts/answer.ts";
import { Screen } from "../../parts/screen.tsx";
import { openScreen } from "../../parts/staff.ts";
import type { Route } from "./+types/texts.ts";
import { TextForm } from "./text-form.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await openScreen(args);
  return { texts: (await listTemplates(db)).map(({ id, title, body }) => ({ id, title, body })) };
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", {
    async save({ text }, { db, deed }) {
      const values = { title: text("title"), body: text("body") };
      await write(db, (tx) => saveTemplate(tx, text("id") || null, values, deed));
      return { done: `“${values.title}” saved` };
    },
    async remove({ text }, { db, deed }) {
      const { title, body } = await write(db, (tx) => removeTemplate(tx, text("id"), deed));
      return { done: `“${title}” deleted`, undo: { intent: "save", values: { title, body } } };
    },
  });
}

export default function Texts({ loaderData: { texts }, actionData: answer }: Route.ComponentProps) {
  const refused = refusalIn(answer);
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
                  <button className="btn q bad sm" type="submit" name="intent" value="remove">
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
