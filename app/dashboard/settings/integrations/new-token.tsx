import { Form } from "react-router";
import { createServiceToken, scopeLabels, scopes, tokenDays } from "#app/domain/accounts/service-tokens.ts";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { FieldError, LabelledField } from "#app/lib/ui/field.tsx";
import { errorIn } from "../../parts/action-result.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { requireScreen, staffRequestOf } from "../../parts/require-screen.ts";
import { Screen } from "../../parts/screen.tsx";
import { ShownOnce } from "../../parts/shown-once.tsx";
import type { Route } from "./+types/new-token.ts";
import { formatMcpConfiguration, McpConnection } from "./mcp-connection.tsx";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return {
    apiUrl: new URL("/api", staff.publicUrl).href,
    kept: await takeTypedForm(staff, args.request),
    scopes: scopes.map((scope) => ({ scope, words: scopeLabels[scope] })),
    days: tokenDays,
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction<{ made?: string; mcp?: Mcp | null }>(args, {
    async create(sent, staff) {
      const chosen = scopes.filter((scope) => sent.isTicked(scope));
      const { token } = await createServiceToken(staff.accounts, staffRequestOf(staff), {
        name: sent.text("name"),
        scopes: chosen,
        days: sent.text("days"),
      });
      const url = new URL("/api/mcp", staff.publicUrl);
      return {
        done: "Token created.",
        made: token,
        mcp: chosen.includes("mcp") ? { url: url.href, snippet: formatMcpConfiguration(url, token) } : null,
      };
    },
  });
}

/** Server URL and configuration for an assistant. */
interface Mcp {
  url: string;
  snippet: string;
}

export default function NewToken({ loaderData: page, actionData }: Route.ComponentProps) {
  const refused = errorIn(actionData);
  const typed = refused?.typed ?? page.kept ?? {};
  const errors = refused?.refusal.fields ?? {};
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  const mcp = actionData && "mcp" in actionData ? actionData.mcp : undefined;
  return (
    <Screen
      title="Create token"
      crumbs={[{ name: "Service tokens", path: "/dashboard/tokens" }]}
      answer={actionData}
    >
      <div className="pad stack">
        {made ? (
          <>
            <ShownOnce
              title="Your new token"
              label="Copy it now and keep it like a password"
              value={made}
              button="Copy token"
              note={`It is shown only here. If it is lost, revoke it and create another one. The API is at ${page.apiUrl}.`}
            />
            {mcp && <McpConnection {...mcp} />}
          </>
        ) : (
          <Form method="post" className="form" noValidate>
            <input type="hidden" name="intent" value="create" />
            <LabelledField
              label="Name"
              name="name"
              error={errors.name}
              hint="The program’s name, as the audit log shows it."
            >
              {(control) => (
                <input
                  className="input"
                  {...control}
                  defaultValue={typed.name}
                  autoComplete="off"
                  dir="auto"
                />
              )}
            </LabelledField>
            <LabelledField label="Expires" name="days" error={errors.days}>
              {(control) => (
                <select className="input" {...control} defaultValue={typed.days ?? "90"}>
                  {page.days.map((days) => (
                    <option key={days} value={days}>
                      In {days} days
                    </option>
                  ))}
                </select>
              )}
            </LabelledField>
            <fieldset
              className="choice full-row"
              aria-describedby={errors.scopes ? "scopes-error" : undefined}
            >
              <legend>Scopes</legend>
              {page.scopes.map(({ scope, words }) => (
                <label className="check" key={scope}>
                  <input type="checkbox" name={scope} defaultChecked={typed[scope] !== undefined} />
                  <span>
                    <code>{scope}</code> {words}
                  </span>
                </label>
              ))}
              {errors.scopes && <FieldError id="scopes-error" text={errors.scopes} />}
            </fieldset>
            <div className="row">
              <button className="btn" type="submit">
                Create token
              </button>
            </div>
            <p className="hint full-row">
              A token works only for the API, not for this dashboard, accounts or other tokens.
            </p>
          </Form>
        )}
      </div>
    </Screen>
  );
}
