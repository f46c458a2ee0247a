import { Form } from "react-router";
import { type AddressCheck, checkAddress } from "#app/domain/content/urls/redirects/list-redirects.ts";
import { readTextParam } from "#app/ops/resources/list-page.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { loadResource, resourceAt } from "../../resources/load-resource.ts";
import { ResourceScreen } from "../../resources/resource-screen.tsx";
import type { Route } from "./+types/list.ts";
import { RedirectForm } from "./redirect-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { resource, list, staff } = await loadResource(args);
  const address = readTextParam(new URL(args.request.url), "try");
  const tried = address
    ? await checkAddress(staff.db, address.startsWith("/") ? address : `/${address}`)
    : null;
  return { list, tried, canAdd: resource.view === "" };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, resourceAt(args.request).actions);
}

/** List of redirects, with a form that adds one and a test of any address. */
export default function Redirects({ loaderData: { list, tried, canAdd }, actionData }: Route.ComponentProps) {
  return (
    <ResourceScreen list={list} answer={actionData}>
      {canAdd && (
        <div className="pad tools">
          <details open={list.count === 0 || actionData !== undefined}>
            <summary>Add a redirect</summary>
            <RedirectForm intent="add" submit="Add" answer={actionData} />
          </details>
          <TryForm tried={tried} />
        </div>
      )}
    </ResourceScreen>
  );
}

/** Tests an address with the functions that redirect visitors. */
function TryForm({ tried }: { tried: AddressCheck | null }) {
  return (
    <section>
      <Form className="inline-form">
        <label>
          Test a URL{" "}
          <input
            className="input"
            name="try"
            defaultValue={tried?.address}
            placeholder="/old/page"
            dir="ltr"
          />
        </label>
        <button className="btn quiet" type="submit">
          Check
        </button>
      </Form>
      {tried && (
        <p className="note" role="status">
          {describeTried(tried)}
        </p>
      )}
    </section>
  );
}

function describeTried({ outcome, place, steps, address }: AddressCheck): string {
  const name = place?.title ? `“${place.title}”` : "a page of this site";
  const by = steps.length > 1 ? ` through ${steps.slice(0, -1).join(", ")}` : "";
  if (outcome === "page") return `${address}: shows ${name}.`;
  if (outcome === "draft") return `${address}: redirects to ${name}, which is not published.`;
  if (outcome === "not-found") return `${address}: not found.`;
  const end = steps.at(-1) ?? "";
  if (!end.startsWith("/")) return `${address}: redirects to ${end}${by}, on another site.`;
  return place
    ? `${address}: redirects to ${name}, ${end}${by}.`
    : `${address}: redirects to ${end}${by}, which is not found.`;
}
