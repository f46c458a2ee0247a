import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../support/database.ts";
import { doors, knownAndUnknown, probeAccount, type RawAnswer } from "../support/enumeration.ts";
import { createPopulatedDatabase } from "../support/populated-database.ts";
import type { RunningSite } from "../support/site.ts";

const accountCount = 60;
const { known, unknown } = knownAndUnknown(accountCount);

describe.each(engines)("%s", (engine) => {
  let populated: Awaited<ReturnType<typeof createPopulatedDatabase>>;
  let site: RunningSite;
  beforeAll(async () => {
    populated = await createPopulatedDatabase(
      engine,
      Object.fromEntries(known.map((email) => [email, "member"])),
    );
    site = await populated.start();
  });
  afterAll(async () => {
    await site?.stop();
    await populated?.remove();
  });

  test.each(doors)("A12 %s answers known and unknown addresses identically", async (door) => {
    const responses: Record<"known" | "unknown", Set<string>> = { known: new Set(), unknown: new Set() };
    for (let n = 0; n < accountCount; n += 1) {
      responses.known.add(normalize(await probeAccount(site.url, door, known[n] ?? "", 2 * n)));
      responses.unknown.add(normalize(await probeAccount(site.url, door, unknown[n] ?? "", 2 * n + 1)));
    }
    expect([...responses.known]).toEqual([expect.stringMatching(statuses[door])]);
    expect([...responses.unknown]).toEqual([...responses.known]);
  });
});

const statuses = {
  "sign-in": /^401 /,
  "sign-up": /^202 /,
  "forgot-password": /^202 /,
  newsletter: /^201 /,
};

/** Text of a response without the parts that always differ: time, request id, cookie secrets and sign-up numbers. */
function normalize({ status, headers, body }: RawAnswer): string {
  const lines = headers.map(([name, value]) => {
    if (/^(date|x-request-id)$/i.test(name)) return name;
    const normalized = /^set-cookie$/i.test(name) ? value.replace(/=[\w-]{43}(?=;)/, "=SECRET") : value;
    return `${name}: ${normalized}`;
  });
  const normalizedBody = body.replace(/("reference":")[^"]+/, "$1NUMBER");
  return `${status} ${lines.join("\n")}\n\n${normalizedBody}`;
}
