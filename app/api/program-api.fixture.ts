import { createServiceToken, type Scope } from "#app/accounts/service-tokens/service-tokens.ts";
import { signInAs } from "#tests/support/accounts.ts";
import type { EngineName } from "#tests/support/database.ts";
import { openStaffApi } from "./staff-api.fixture.ts";

/** The API as programs use it: an admin makes them tokens. */
export async function openProgramApi(engine: EngineName) {
  const api = await openStaffApi(engine);
  await api.person("asha@kolpona.example", { role: "admin" });
  const admin = api.browser();
  await signInAs(api.accounts, admin, "asha@kolpona.example");
  return {
    ...api,
    async token(...given: Scope[]) {
      const input = { name: "Importer", scopes: given, days: "30" };
      return (await createServiceToken(api.accounts, admin.asking(), input)).token;
    },
    /** As a program: no cookies, no origin. */
    async call(
      token: string,
      method: string,
      path: string,
      body?: unknown,
      more: Record<string, string> = {},
    ) {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more };
      const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
      return api.ask(path, init, api.browser());
    },
  };
}
