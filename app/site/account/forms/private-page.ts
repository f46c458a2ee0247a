import { data, type HeadersArgs, redirect, redirectDocument } from "react-router";
import { pageContext, readPageSettings } from "#app/pages/page-context.ts";
import { type SiteFacts, siteFacts } from "#app/site/seo/head.ts";
import type { RouteArgs } from "./asking.ts";

/** What a page of one visitor shows, kept nowhere. */
export async function privatePage<Data extends object>({ context }: RouteArgs, page: Data) {
  return data(await withSite(context, page), { headers: { "cache-control": "no-store" } });
}

/** The same for a page with a secret in its address, which no other address gets to know. */
export async function secretPage<Data extends object>({ context }: RouteArgs, page: Data) {
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return data(await withSite(context, page), { headers });
}

/** What a private page and its answer to a form say of themselves; a refused page is as private. */
export function privateHeaders({ loaderHeaders, actionHeaders, errorHeaders }: HeadersArgs): Headers {
  return new Headers([...loaderHeaders, ...actionHeaders, ...(errorHeaders ?? [])]);
}

/** Leads on after something was done, by an address that may be loaded again. */
export function redirectOn(path: string, cookies: readonly string[] = []): Response {
  // The dashboard is another document: its style and scripts are its own.
  const response = path.startsWith("/dashboard") ? redirectDocument(path, 303) : redirect(path, 303);
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}

async function withSite<Data extends object>(
  context: RouteArgs["context"],
  page: Data,
): Promise<Data & { site: SiteFacts }> {
  const { db, requestContext, publicUrl } = context.get(pageContext);
  return { ...page, site: siteFacts(await readPageSettings({ db, requestContext }), publicUrl) };
}
