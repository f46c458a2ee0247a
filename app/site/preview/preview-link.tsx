import { findPreviewed } from "#app/domain/content/versions/preview.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import type { Route } from "./+types/preview-link.ts";
import style from "./preview.css?url";
import { PreviewView, previewedSheets } from "./preview-view.tsx";
import { endPreview, previewHeaders, readPreviewPage } from "./read-preview-page.ts";

/** Public to holders of the link, until it expires or is revoked. Shows the newest version of its one entry. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  page.requestContext.noStore();
  const found = await findPreviewed(page.db, params.token, page.clock.now());
  const { kind, id, expiresAt } = found ?? endPreview(410);
  return readPreviewPage(page, kind, id, { until: expiresAt });
}

export const headers = previewHeaders;

export const links: Route.LinksFunction = () => [...previewedSheets(), { rel: "stylesheet", href: style }];

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: `Preview: ${loaderData.title}` }, { name: "robots", content: "noindex" }];
}

export default function PreviewByLink({ loaderData }: Route.ComponentProps) {
  return <PreviewView preview={loaderData} />;
}
