import { Link } from "react-router";
import { enabledSignInKinds } from "#app/domain/accounts/accounts.ts";
import { checkProvider } from "#app/domain/accounts/providers/providers.ts";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { readMailTotals } from "#app/domain/mail/outbox/status.ts";
import { notSent } from "#app/ops/resources/mail/labels.ts";
import { write } from "#app/platform/database/database.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/connections.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db, accounts, mail, person } = await requireScreen(args);
  const hasGoogle = enabledSignInKinds(accounts).includes("google");
  return {
    mail: { ...(await readMailTotals(db)), isSending: mail.isSending },
    email: person.email,
    google: hasGoogle ? ((await checkProvider(accounts)) ? "well" : "away") : "off",
  } as const;
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    test: async (_, { db, actionContext, mail: service, person: { id, name, email } }) => {
      const mail = { template: "test" as const, name, at: actionContext.now };
      await write(db, async (tx) => {
        await queueMail(tx, { to: email, personId: id, mail }, actionContext.now);
        await recordAudit(tx, actionContext.actor, "mail.test", "");
      });
      return { done: service.isSending ? `Test e-mail to ${email} is being sent.` : notSent };
    },
  });
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, google, email } = loaderData;
  return (
    <Screen
      title="E-mail and Google"
      crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap connections">
        <section>
          <h2>E-mail</h2>
          <p>{formatMailStatus(mail)}</p>
          <dl className="facts">
            <Count name="Waiting" many={mail.waiting} />
            <Count name="Sent" many={mail.sent} />
            <Count name="Not sent (no mail server)" many={mail.stored} />
            <Count name="Failed" many={mail.failed} />
            {mail.lastSent && (
              <div>
                <dt>Last sent</dt>
                <dd>
                  <Moment at={mail.lastSent} />
                </dd>
              </div>
            )}
          </dl>
          <div className="row">
            <ActionButton intent="test">Send a test e-mail to {email}</ActionButton>
            <Link className="btn quiet" to="/dashboard/mail">
              View all e-mails
            </Link>
          </div>
        </section>
        <section>
          <h2>Google sign-in</h2>
          <p>{googleLabels[google]}</p>
        </section>
      </div>
    </Screen>
  );
}

const googleLabels = {
  well: "On, and working.",
  away: "On, but not working: the provider does not answer as configured, so nobody can sign in with Google now. Check GOOGLE_DISCOVERY_URL, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  off: "Off. To turn it on, set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET on the server.",
};

function formatMailStatus({ isSending, failed, sent }: Route.ComponentProps["loaderData"]["mail"]): string {
  if (!isSending)
    return "No mail server is set, so nothing is sent. E-mails are kept in Mail. To send e-mail, set SMTP_URL on the server.";
  if (failed > 0) return "A mail server is set, but some e-mails failed.";
  return sent === 0 ? "A mail server is set. Send a test e-mail to check it." : "E-mail works.";
}

function Count({ name, many }: { name: string; many: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{many.toLocaleString("en")}</dd>
    </div>
  );
}
