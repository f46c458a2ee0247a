import { Link } from "react-router";
import { sections } from "#app/company/sections.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/overview.ts";

export function loader() {
  return { sections: sections.map(({ name, title, lead }) => ({ name, title, lead })) };
}

const others = [
  {
    name: "connections",
    title: "E-mail and Google",
    lead: "Whether e-mail and Google sign-in work. Send a test e-mail.",
  },
  { name: "sample", title: "Sample content", lead: "Remove the made-up company once you have added yours." },
];

export default function Settings({ loaderData: page }: Route.ComponentProps) {
  return (
    <Screen title="Settings">
      <div className="pad">
        <ul className="lines">
          {[...page.sections, ...others].map(({ name, title, lead }) => (
            <li key={name}>
              <Link to={`/dashboard/settings/${name}`}>
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
