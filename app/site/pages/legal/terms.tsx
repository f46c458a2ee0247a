import { pageContext } from "#app/domain/routing/page-context.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/terms.ts";
import { LegalPage } from "./legal-page.tsx";
import { readLegal } from "./read-legal.ts";

export const links = linkSheets(textSheet);

export function loader({ context }: Route.LoaderArgs) {
  return readLegal(context.get(pageContext), "terms");
}

export function meta({ loaderData: { site, description } }: Route.MetaArgs) {
  return describePage({ ...site, description, title: "Terms and Conditions", path: "/terms" });
}

export default function Terms({ loaderData: { html, headings } }: Route.ComponentProps) {
  return <LegalPage title="Terms and Conditions" html={html} headings={headings} />;
}
