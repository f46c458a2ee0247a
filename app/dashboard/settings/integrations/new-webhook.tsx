import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { createWebhook } from "#app/domain/webhooks/webhooks.ts";
import { write } from "#app/platform/database/database.ts";
import { errorIn } from "../../parts/action-result.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import type { Route } from "./+types/new-webhook.ts";
import { eventChoices, readWebhookForm } from "./read-webhook-form.ts";
import { WebhookForm } from "./webhook-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return { kept: await takeTypedForm(staff, args.request), events: eventChoices };
}

export function action(args: Route.ActionArgs) {
  return handleAction<{ made?: string }>(args, {
    async create(sent, staff) {
      const input = await readWebhookForm(sent, staff);
      const { secret } = await write(staff.db, (tx) => createWebhook(tx, input, staff.actionContext));
      return { done: "Webhook added.", made: secret };
    },
  });
}

export default function NewWebhook({ loaderData: page, actionData }: Route.ComponentProps) {
  const refused = errorIn(actionData);
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  return (
    <Screen
      title="Add webhook"
      crumbs={[{ name: "Webhooks", path: "/dashboard/webhooks" }]}
      answer={actionData}
    >
      <div className="pad stack">
        {made ? (
          <ShownOnce
            title="The webhook’s secret"
            label="Copy it into the other program, which checks signatures with it"
            value={made}
            button="Copy secret"
            note="It is shown only here. If it is lost, make a new one on the webhook’s screen."
          />
        ) : (
          <WebhookForm
            values={refused?.typed ?? page.kept ?? {}}
            errors={refused?.refusal.fields ?? {}}
            events={page.events}
            intent="create"
            submit="Add webhook"
          />
        )}
      </div>
    </Screen>
  );
}
