import { Form, Link } from "react-router";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { sendTestEvent } from "#app/domain/webhooks/sender.ts";
import {
  changeWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  readWebhook,
  renewWebhookSecret,
} from "#app/domain/webhooks/webhooks.ts";
import { write } from "#app/platform/database/database.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { errorIn } from "../../parts/action-result.ts";
import { ConfirmCheckbox, requireConfirmed } from "../../parts/confirm-checkbox.tsx";
import { handleAction, redirectWithFlash } from "../../parts/handle-action.ts";
import { orNotFound, requireFreshStaff, requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import type { Route } from "./+types/webhook.ts";
import { eventChoices, readWebhookForm } from "./read-webhook-form.ts";
import { WebhookForm } from "./webhook-form.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const webhook = await orNotFound(() => readWebhook(staff.db, params.id));
  return { webhook, kept: await takeTypedForm(staff, args.request), events: eventChoices };
}

export function action({ params: { id }, ...args }: Route.ActionArgs) {
  return handleAction<{ made?: string }>(args, {
    async save(sent, staff) {
      const input = await readWebhookForm(sent, staff);
      await write(staff.db, (tx) => changeWebhook(tx, id, input, staff.actionContext));
      return { done: "Webhook saved." };
    },
    async test(_, { db, actionContext }) {
      await write(db, (tx) => sendTestEvent(tx, id, actionContext));
      return { done: "Test event is being sent. The result appears under Deliveries." };
    },
    async renew(_, staff) {
      requireFreshStaff(staff);
      const made = await write(staff.db, (tx) => renewWebhookSecret(tx, id, staff.actionContext));
      return { done: "New secret created. The former one is no longer used.", made };
    },
    async enable(_, { db, actionContext }) {
      await write(db, (tx) => enableWebhook(tx, id, actionContext));
      return { done: "Webhook turned on." };
    },
    async disable(_, { db, actionContext }) {
      await write(db, (tx) => disableWebhook(tx, id, actionContext));
      return { done: "Webhook turned off." };
    },
    async delete(sent, { db, actionContext }) {
      requireConfirmed(sent);
      await write(db, (tx) => deleteWebhook(tx, id, actionContext));
      return redirectWithFlash("/dashboard/webhooks", { done: "Webhook deleted." });
    },
  });
}

export default function Webhook({ loaderData: page, actionData }: Route.ComponentProps) {
  const { webhook } = page;
  const refused = errorIn(actionData);
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  const { url, events, hasPersonalData, isOn, disabledReason } = webhook;
  const stored = {
    url,
    ...Object.fromEntries(events.map((type) => [type, "on"])),
    ...(hasPersonalData && { personal: "on" }),
  };
  return (
    <Screen
      title={new URL(url).host}
      crumbs={[{ name: "Webhooks", path: "/dashboard/webhooks" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap">
        {made && (
          <ShownOnce
            title="The webhook’s new secret"
            label="Copy it into the other program, which checks signatures with it"
            value={made}
            button="Copy secret"
            note="It is shown only here."
          />
        )}
        {!isOn && <p className="note">This webhook is off and sends no events. {disabledReason}</p>}
        <WebhookForm
          values={refused?.typed ?? page.kept ?? stored}
          errors={refused?.refusal.fields ?? {}}
          events={page.events}
          intent="save"
          submit="Save"
        />
        <section className="stack">
          <h2>Deliveries</h2>
          <div className="row">
            {isOn && <ActionButton intent="test">Send a test event</ActionButton>}
            <Link className="btn quiet" to={`/dashboard/webhooks/deliveries?webhook=${webhook.id}`}>
              View deliveries
            </Link>
          </div>
        </section>
        <section className="stack">
          <h2>Access</h2>
          <div className="row">
            <ActionButton intent="renew">Create a new secret</ActionButton>
            {isOn ? (
              <ActionButton intent="disable">Turn off</ActionButton>
            ) : (
              <ActionButton intent="enable">Turn on</ActionButton>
            )}
          </div>
        </section>
        <section className="stack">
          <h2>Delete</h2>
          <p className="hint">
            This deletes its secret, waiting events and all deliveries, and can’t be undone. To stop it for a
            while, turn it off.
          </p>
          <Form method="post" className="row" preventScrollReset>
            <ConfirmCheckbox label="Delete this webhook for good" />
            <button className="btn quiet bad" type="submit" name="intent" value="delete">
              Delete webhook
            </button>
          </Form>
        </section>
      </div>
    </Screen>
  );
}
