import { Link } from "react-router";
import { sections } from "#app/company/sections.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/overview.ts";

export function loader() {
  return {
    sections: sections.map(({ name, title, lead }) => ({ path: `/dashboard/settings/${name}`, title, lead })),
  };
}

const others = [
  {
    path: "/dashboard/webhooks",
    title: "Webhooks",
    lead: "Tell other programs when something is published, sent in or changed.",
  },
  {
    path: "/dashboard/tokens",
    title: "Service tokens",
    lead: "Let other programs use the API, within the scopes and the time you choose.",
  },
  {
    path: "/dashboard/settings/connections",
    title: "E-mail and Google",
    lead: "Whether e-mail and Google sign-in work. Send a test e-mail.",
  },
  {
    path: "/dashboard/settings/system",
    title: "System",
    lead: "The server processes of the site, and the shared work each of them does.",
  },
  {
    path: "/dashboard/settings/import",
    title: "Import",
    lead: "Bring in a site from WordPress, Ghost or another Frontdesk.",
  },
  {
    path: "/dashboard/settings/export",
    title: "Export",
    lead: "Download the site as one file, to move it or to keep it.",
  },
  {
    path: "/dashboard/settings/sample",
    title: "Sample content",
    lead: "Remove the made-up company once you have added yours.",
  },
];

export default function Settings({ loaderData: page }: Route.ComponentProps) {
  return (
    <Screen title="Settings">
      <div className="pad">
        <ul className="lines">
          {[...page.sections, ...others].map(({ path, title, lead }) => (
            <li key={path}>
              <Link to={path}>
                <b>{title}</b>
                <small>{lead}</small>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Screen>
  );
}
