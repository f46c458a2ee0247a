import { readOther } from "#app/accounts/staff/read-other.ts";
import { listDeedsAround } from "#app/audit/list-deeds.ts";
import { takeKeptForm } from "#app/pages/stale-form.ts";
import { Deeds } from "../audit/deeds.tsx";
import { describeDeeds } from "../audit/describe-deeds.ts";
import { act } from "../parts/act.ts";
import { orMissing } from "../parts/or-missing.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/person.ts";
import { Access } from "./access.tsx";
import { personDeeds } from "./person-deeds.ts";
import { PersonFacts } from "./person-facts.tsx";
import { RoleForm } from "./role-form.tsx";
import { Sessions } from "./sessions.tsx";

/** Admins. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const staff = await openScreen(args, "admin");
  const { db, deed, person } = staff;
  const other = await orMissing(() => readOther(db, params.id, deed.now));
  const deeds = await describeDeeds(db, await listDeedsAround(db, params.id, 12), "admin");
  return {
    other,
    deeds,
    isMe: person.id === params.id,
    asked: (await takeKeptForm(staff, args.request))?.role ?? null,
  };
}

/** Admins. */
export function action({ params, ...args }: Route.ActionArgs) {
  return act(args, "admin", personDeeds(params.id));
}

export default function Person({ loaderData: page, actionData }: Route.ComponentProps) {
  const { other, isMe } = page;
  return (
    <Screen
      title={other.name || other.email}
      crumbs={[{ name: "People", path: "/dashboard/user" }]}
      answer={actionData}
    >
      <div className="pad two">
        <div className="stack wide-gap">
          <RoleForm other={other} isMe={isMe} asked={page.asked} />
          <Sessions other={other} />
          <section>
            <h2 className="t">Activity</h2>
            <Deeds deeds={page.deeds} />
            <a className="plain" href={`/dashboard/audit?who=${other.id}`}>
              Show all activity
            </a>
          </section>
        </div>
        <div className="stack wide-gap">
          <PersonFacts other={other} />
          <Access other={other} isMe={isMe} />
        </div>
      </div>
    </Screen>
  );
}
