import { data, Link } from "react-router";
import { renderSample, sampleTemplates } from "#app/domain/mail/templates/samples.ts";
import { readTextParam } from "#app/ops/resources/list-page.ts";
import { templateLabels } from "#app/ops/resources/mail/labels.ts";
import { requireScreen } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import type { Route } from "./+types/templates.ts";
import { MailPreview } from "./mail-frame.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { db, publicUrl, actionContext } = await requireScreen(args);
  const requested = readTextParam(new URL(args.request.url), "show") || "verify";
  const shown = sampleTemplates.find((template) => template === requested);
  if (!shown) throw data(null, { status: 404 });
  const { subject, text } = await renderSample(db, publicUrl, shown, actionContext.now);
  const kinds = sampleTemplates.map((template) => {
    const [name = template, when = ""] = templateLabels[template] ?? [];
    return { template, name, when };
  });
  return { shown, subject, text, kinds };
}

export default function Templates({ loaderData: { shown, subject, text, kinds } }: Route.ComponentProps) {
  return (
    <Screen title="E-mail templates" crumbs={[{ name: "Mail", path: "/dashboard/mail" }]}>
      <div className="email-templates">
        <nav aria-label="Templates">
          <ul className="lines">
            {kinds.map(({ template, name, when }) => (
              <li key={template}>
                <Link
                  to={`/dashboard/mail/templates?show=${template}#letter`}
                  aria-current={template === shown ? "page" : undefined}
                  preventScrollReset
                >
                  <b>{name}</b>
                  <small>{when}</small>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section className="stack" id="letter" aria-label={subject}>
          <div>
            <h2>{subject}</h2>
            <p className="mute">A sample with made-up data. Templates can’t be edited.</p>
          </div>
          <MailPreview src={`/dashboard/mail/templates/${shown}`} subject={subject} />
          <details>
            <summary className="plain">Plain text version</summary>
            <pre className="as-text">{text}</pre>
          </details>
        </section>
      </div>
    </Screen>
  );
}
