import { Link } from "react-router";
import { recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { queueMail } from "#app/mail/outbox.ts";
import { act } from "../parts/act.ts";
import { DeedButton } from "../parts/deed-button.tsx";
import { Moment } from "../parts/moment.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/connections.ts";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db, accounts, mail, person } = await openScreen(args, "admin");
  const hasGoogle = accounts.enabledSignInKinds().includes("google");
  return {
    mail: { ...(await readMailState(db)), isSending: mail.isSending },
    email: person.email,
    google: hasGoogle ? ((await accounts.checkProvider()) ? "well" : "away") : "off",
  } as const;
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", {
    test: async (_, { db, deed, person: { id, name, email } }) => {
      const mail = { template: "test" as const, name, at: deed.now };
      await write(db, async (tx) => {
        await queueMail(tx, { to: email, personId: id, mail }, deed.now);
        await recordAudit(tx, deed.actor, "mail.test", "");
      });
      return { done: `A test letter to ${email} is in the outbox. It leaves within seconds.` };
    },
  });
}

async function readMailState({ query }: Database) {
  const rows = await query
    .selectFrom("outbox")
    .select((eb) => [
      "status",
      eb.fn.countAll<number | string>().as("many"),
      eb.fn.max("created_at").as("last"),
    ])
    .groupBy("status")
    .execute();
  const of = (status: string) => rows.find((row) => row.status === status);
  const many = (status: string) => Number(of(status)?.many ?? 0);
  return {
    ...{ waiting: many("waiting"), sent: many("sent"), kept: many("kept"), dead: many("dead") },
    lastSent: of("sent")?.last ?? "",
  };
}

export default function Connections({ loaderData, actionData }: Route.ComponentProps) {
  const { mail, google, email } = loaderData;
  return (
    <Screen
      title="Mail and Google"
      crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}
      answer={actionData}
    >
      <div className="pad stack wide-gap">
        <section>
          <h2 className="t">Mail</h2>
          <p>{sayMail(mail)}</p>
          <dl className="facts">
            <Count name="Waiting" many={mail.waiting} />
            <Count name="Sent" many={mail.sent} />
            <Count name="Kept in the data folder" many={mail.kept} />
            <Count name="Given up" many={mail.dead} />
            {mail.lastSent && (
              <div>
                <dt>Last one sent</dt>
                <dd>
                  <Moment at={mail.lastSent} />
                </dd>
              </div>
            )}
          </dl>
          <p className="row">
            <DeedButton intent="test">Send a test letter to {email}</DeedButton>
            <Link className="btn q" to="/dashboard/mail">
              All mail
            </Link>
          </p>
        </section>
        <section>
          <h2 className="t">Sign-in with Google</h2>
          <p>{googleWords[google]}</p>
        </section>
      </div>
    </Screen>
  );
}

const googleWords = {
  well: "On. The provider answers, and is what the settings say.",
  away: "On, but the provider does not answer or is not what the settings say: nobody can sign in with it now. Look at GOOGLE_DISCOVERY_URL, GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
  off: "Off. Whoever runs the site turns it on with GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.",
};

function sayMail({ isSending, dead, sent }: Route.ComponentProps["loaderData"]["mail"]): string {
  if (!isSending)
    return "There is no mail server: letters are kept in the data folder. Whoever runs the site names one with SMTP_URL.";
  if (dead > 0) return "A mail server is set, but some letters were given up. Look at them.";
  return sent === 0
    ? "A mail server is set. Send a test letter to see whether mail leaves."
    : "Letters leave.";
}

function Count({ name, many }: { name: string; many: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{many.toLocaleString("en")}</dd>
    </div>
  );
}
