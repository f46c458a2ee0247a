import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { errorIn, versionIn } from "#app/dashboard/parts/action-result.ts";
import {
  conflictIn,
  FormComparison,
  saveButtonId,
  useConflictComparison,
  useConflictDecision,
} from "#app/dashboard/parts/form-conflict.tsx";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { useFormContent } from "#app/dashboard/parts/unsent-text.ts";
import { useFocusFirstInvalid } from "#app/dashboard/parts/use-focus-first-invalid.ts";
import { withConflictAuthor } from "#app/dashboard/parts/with-conflict-author.ts";
import {
  leadSettingFields,
  readVersionedLeadSettings,
  saveLeadSettings,
} from "#app/domain/leads/lead-settings.ts";
import { listStaff } from "#app/domain/leads/workflow/staff.ts";
import { readCompanyContact } from "#app/domain/mail/company.ts";
import { partsOfForm } from "#app/lib/fields/controls/control.ts";
import { FormField } from "#app/lib/fields/controls/form-field.tsx";
import type { SettingsConflict } from "#app/lib/fields/differences/three-way-merge.ts";
import { describeFields } from "#app/lib/fields/field.ts";
import { FormContext, noChoices, noForm } from "#app/lib/fields/form-context.ts";
import type { FieldItem } from "#app/lib/fields/inputs.ts";
import { pairsOf, readFields } from "#app/lib/fields/read-form.ts";
import { completeRecord, formRecord } from "#app/lib/fields/types/records.ts";
import { write } from "#app/platform/database/database.ts";
import type { Route } from "./+types/inbox-settings.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db, person } = await requireScreen(args);
  const { settings, version } = await readVersionedLeadSettings(db);
  const { email } = await readCompanyContact(db);
  const sections = Object.entries(leadSettingFields).map(([name, { label, fields }]) => ({
    name,
    label,
    hint:
      name === "notices" ? `If nobody is selected, the notification goes to ${email || "every admin"}.` : "",
    fields: describeFields(fields),
  }));
  return {
    sections,
    form: describeFields(leadSettingFields),
    values: formRecord(leadSettingFields, settings),
    version,
    staff: (await listStaff(db)).map(({ id, name }) => ({ id, name })),
    isAdmin: person.role === "admin",
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction<{ version: number }>(args, {
    async save({ form, text }, { db, actionContext }) {
      const { settings } = await readVersionedLeadSettings(db);
      const sent = readFields(describeFields(leadSettingFields), pairsOf(form));
      const next = completeRecord(leadSettingFields, settings, sent, "");
      const basedOn = Number(text("version"));
      const writerOf = ({ savedBy }: SettingsConflict) => savedBy;
      const version = await withConflictAuthor(db, writerOf, () =>
        write(db, (tx) => saveLeadSettings(tx, next, { ...actionContext, basedOn })),
      );
      return { done: "Settings saved", version };
    },
  });
}

export default function InboxSettings({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const errors = errorIn(answer)?.refusal.fields ?? {};
  const form = useRef<HTMLFormElement>(null);
  useFocusFirstInvalid(form, answer);
  const choices = { ...noChoices, staff: page.staff };
  const isSending = useNavigation().formMethod === "POST";
  const conflict = conflictIn(answer);
  const { decided, decide } = useConflictDecision(conflict, form);
  const content = useFormContent(
    {
      values: decided?.draft ?? page.values,
      basedOn: decided?.basedOn ?? page.version,
      isStored: !decided,
    },
    versionIn(answer),
  );
  const { isComparing, stopComparing } = useConflictComparison(conflict, form, isSending ? null : content);
  const { touch } = content;
  return (
    <Screen
      title="Inbox settings"
      crumbs={[{ name: "Inbox", path: "/dashboard/usercontactdata" }]}
      answer={answer}
      actions={
        <Link className="btn quiet" to="/dashboard/usercontactdata/texts">
          Saved replies
        </Link>
      }
    >
      <FormContext value={{ ...noForm, choices, errors, touch, layout: "grid" }}>
        {conflict && isComparing && (
          <div className="pad">
            <FormComparison
              fields={page.form}
              conflict={conflict}
              base={content.values}
              onApply={decide}
              onClose={stopComparing}
            />
          </div>
        )}
        <Form
          method="post"
          className="pad rules-form"
          noValidate
          key={content.key}
          hidden={isComparing}
          ref={form}
          onSubmit={content.noteSending}
          onInput={touch}
          onChange={touch}
        >
          {!page.isAdmin && <p className="note">You can view these settings. Only admins can change them.</p>}
          <fieldset disabled={!page.isAdmin} className="stack">
            <input type="hidden" name="version" value={content.basedOn} />
            {page.sections.map((section) => (
              <SettingsGroup key={section.name} section={section} value={content.values[section.name]} />
            ))}
            {page.isAdmin && (
              <p>
                <button className="btn" type="submit" id={saveButtonId} name="intent" value="save">
                  Save
                </button>
              </p>
            )}
          </fieldset>
        </Form>
      </FormContext>
    </Screen>
  );
}

interface SettingsGroupProps {
  section: { name: string; label: string; hint: string; fields: FieldItem };
  value: unknown;
}

function SettingsGroup({ section: { name, label, hint, fields }, value }: SettingsGroupProps) {
  const id = `rules-${name}`;
  return (
    <section className="rule-group stack" aria-labelledby={id}>
      <h2 id={id}>{label}</h2>
      {hint && <p className="mute">{hint}</p>}
      <div className="form">
        {partsOfForm(fields, value, { name, label }).map((part) => (
          <FormField key={part.name} name={part.name} input={part.input} value={part.value} />
        ))}
      </div>
    </section>
  );
}
