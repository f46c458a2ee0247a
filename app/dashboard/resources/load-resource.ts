import type { Resource } from "#app/resources/define-resource.ts";
import { pathOf } from "#app/resources/list-page.ts";
import { resources } from "#app/resources/resources.server.ts";
import { orNotFound, requireScreen, type ScreenArgs } from "../parts/require-screen.ts";

/** The list that an address is about, its own file and its actions included. */
export function resourceAt(request: Request): Resource {
  const url = new URL(request.url);
  const path = pathOf(url).replace(/^\/dashboard\//, "");
  const found = resources.filter((one) => path === one.path || path === `${one.path}/csv`);
  const resource = found.find(({ view }) => view === (url.searchParams.get("view") ?? "")) ?? found[0];
  if (!resource) throw new TypeError(`No resource has the address ${url.pathname}`);
  return resource;
}

/** One page of the list that is asked for. */
export async function loadResource(args: ScreenArgs) {
  const resource = resourceAt(args.request);
  const staff = await requireScreen(args);
  const list = await orNotFound(() => resource.readList(staff, new URL(args.request.url)));
  return { resource, staff, list };
}
