import { act } from "../parts/act.ts";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/issue.ts";
import { issueDeeds } from "./issue-deeds.ts";
import { OnItsWay } from "./on-its-way.tsx";
import { readIssueScreen } from "./read-issue.ts";
import { WriteIssue } from "./write-issue.tsx";

/** Editors and admins. */
export async function loader({ params, ...args }: Route.LoaderArgs) {
  return readIssueScreen(await openScreen(args), params.id);
}

/** Editors and admins. */
export function action({ params, ...args }: Route.ActionArgs) {
  return act(args, "editor", issueDeeds(params.id));
}

/** One newsletter: written while it is a draft, looked at from then on. */
export default function Issue({ loaderData: { draft, issue }, actionData }: Route.ComponentProps) {
  if (draft) return <WriteIssue key={draft.head.id} screen={draft} answer={actionData} />;
  return <OnItsWay key={issue.id} issue={issue} answer={actionData} />;
}
