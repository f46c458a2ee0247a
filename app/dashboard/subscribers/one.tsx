import { data } from "react-router";
import { listDeeds } from "#app/audit/list-deeds.ts";
import { findSubscriber } from "#app/leads/subscribers/list.ts";
import { Deeds } from "../audit/deeds.tsx";
import { describeDeeds } from "../audit/describe-deeds.ts";
import { act } from "../parts/act.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/one.ts";
import { erase, subscriberDeeds } from "./deeds.ts";
import { presentSubscriber } from "./present.ts";
import { SubscriberFacts } from "./subscriber-facts.tsx";
import { WhatToDo } from "./what-to-do.tsx";

/** Editors and admins. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, person } = await openScreen(args);
  const row = await findSubscriber(db, params.id);
  if (!row) throw data(null, { status: 404 });
  const { rows } = await listDeeds(db, { subject: row.id, limit: 20 });
  const isAdmin = person.role === "admin";
  return {
    subscriber: presentSubscriber(row),
    deeds: await describeDeeds(db, rows, isAdmin ? "admin" : "editor"),
    isAdmin,
  };
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", { ...subscriberDeeds, erase });
}

export default function OneSubscriber({ loaderData: page, actionData }: Route.ComponentProps) {
  const { subscriber } = page;
  return (
    <Screen
      title={subscriber.email}
      crumbs={[{ name: "Subscribers", path: "/dashboard/call" }]}
      answer={actionData}
    >
      <div className="pad two">
        <div className="stack wide-gap">
          <SubscriberFacts subscriber={subscriber} />
          <section>
            <h2 className="t">Activity</h2>
            <Deeds deeds={page.deeds} />
          </section>
        </div>
        <WhatToDo subscriber={subscriber} isAdmin={page.isAdmin} />
      </div>
    </Screen>
  );
}
