import { type Env, findUnencryptedConnections, readEnv } from "#app/platform/settings/env.ts";
import { findMisspelledVariables } from "#app/platform/settings/variables.ts";
import { isLoopback, WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { type Diagnosis, diagnosesOf } from "./diagnosis.ts";

const { fine, warning, wrong } = diagnosesOf("settings");

/** Reads the deployer's variables; `env` is null when the site can't start with them. */
export function diagnoseSettings(
  variables: Record<string, string | undefined>,
  folder: string,
): { env: Env | null; diagnoses: Diagnosis[] } {
  try {
    const env = readEnv(variables, folder);
    return {
      env,
      diagnoses: diagnoseVariables(env, variables),
    };
  } catch (error) {
    if (!(error instanceof WrongSetting)) throw error;
    return {
      env: null,
      diagnoses: [wrong(error.message, "the site can't start with it")],
    };
  }
}

function diagnoseVariables(env: Env, variables: Record<string, string | undefined>): Diagnosis[] {
  const { publicUrl, trustProxy, admin } = env;
  const found = [
    ...findMisspelledVariables(variables).map((line) => warning(line, "correct or remove it")),
    ...findUnencryptedConnections(env).map((line) => warning(line)),
  ];
  if (isLoopback(publicUrl.hostname))
    found.push(
      warning(
        `PUBLIC_URL is ${publicUrl.origin}, which only this machine can reach`,
        "set the address visitors use",
      ),
    );
  if (variables.NODE_ENV !== "production" && !isLoopback(publicUrl.hostname))
    found.push(warning("NODE_ENV is not production", "set NODE_ENV=production"));
  if (publicUrl.protocol === "https:" && trustProxy.length === 0)
    found.push(
      warning(
        "TRUST_PROXY is off, so all visitors behind a proxy share one rate limit",
        "set it to the address the proxy connects from, such as 127.0.0.1",
      ),
    );
  if (admin !== null)
    found.push(warning("ADMIN_PASSWORD is still set", "remove it once the first admin exists"));
  return found.length > 0 ? found : [fine("complete and spelled correctly")];
}
