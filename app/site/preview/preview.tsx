import { findKind } from "#app/domain/content/kinds.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/preview.ts";
import style from "./preview.css?url";
import { PreviewView, previewedSheets } from "./preview-view.tsx";
import { endPreview, previewHeaders, readPreviewPage } from "./read-preview-page.ts";

/** The newest version of an entry, or an older one by `?version=`. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.requestContext.noStore();
  const kind = findKind(params.kind) ?? endPreview(404);
  const version = url.searchParams.get("version") ?? "";
  if (version !== "" && !/^\d{1,9}$/.test(version)) endPreview(404);
  return readPreviewPage(page, kind, params.id, version === "" ? {} : { version: Number(version) });
}

export const headers = previewHeaders;

export const links: Route.LinksFunction = () => [...previewedSheets(), { rel: "stylesheet", href: style }];

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Preview: ${loaderData.title}` }, { name: "robots", content: "noindex" }];
}

export default function Preview({ loaderData }: Route.ComponentProps) {
  return <PreviewView preview={loaderData} />;
}
