import { join } from "node:path";
import { build, createBuilder } from "vite";

/** `node cli/build-environment.ts client | ssr | islands`: bundles one part of the product in its own process. */
const [name = ""] = process.argv.slice(2);
const options = { root: join(import.meta.dirname, ".."), logLevel: "error" } as const;
if (name === "islands") await build({ ...options, configFile: "vite.islands.config.ts" });
else {
  const builder = await createBuilder(options);
  const environment = builder.environments[name];
  if (!environment) throw new Error(`vite.config.ts has no environment "${name}".`);
  await builder.build(environment);
}
