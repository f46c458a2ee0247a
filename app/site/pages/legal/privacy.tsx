import { pageContext } from "#app/domain/routing/page-context.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/privacy.ts";
import { LegalPage } from "./legal-page.tsx";
import { readLegal } from "./read-legal.ts";

export const links = linkSheets(textSheet);

export function loader({ context }: Route.LoaderArgs) {
  return readLegal(context.get(pageContext), "privacy");
}

export function meta({ loaderData: { site, description } }: Route.MetaArgs) {
  return describePage({ ...site, description, title: "Privacy", path: "/privacy" });
}

export default function Privacy({ loaderData: { html, headings } }: Route.ComponentProps) {
  return <LegalPage title="Privacy" html={html} headings={headings} />;
}
