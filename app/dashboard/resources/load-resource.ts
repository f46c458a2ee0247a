import type { Resource } from "#app/ops/resources/define-resource.ts";
import { pathOf } from "#app/ops/resources/list-page.ts";
import { resources } from "#app/ops/resources/resources.server.ts";
import { orNotFound, requireScreen, type ScreenArgs } from "../parts/require-screen.ts";

/** Finds the list of an address, including its CSV file and actions. */
export function resourceAt(request: Request): Resource {
  const url = new URL(request.url);
  const path = pathOf(url).replace(/^\/dashboard\//, "");
  const found = resources.filter((one) => path === one.path || path === `${one.path}/csv`);
  const resource = found.find(({ view }) => view === (url.searchParams.get("view") ?? "")) ?? found[0];
  if (!resource) throw new TypeError(`No resource has the address ${url.pathname}`);
  return resource;
}

/** Reads the requested page of a list. */
export async function loadResource(args: ScreenArgs) {
  const resource = resourceAt(args.request);
  const staff = await requireScreen(args);
  const list = await orNotFound(() => resource.readList(staff, new URL(args.request.url)));
  return { resource, staff, list };
}
