import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../support/database.ts";
import { doors, knownAndUnknown, probeAccount, type RawAnswer } from "../support/enumeration.ts";
import { createPopulatedDatabase } from "../support/populated-database.ts";
import type { RunningSite } from "../support/site.ts";

const many = 60;
const { known, unknown } = knownAndUnknown(many);

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
    const answers: Record<"known" | "unknown", Set<string>> = { known: new Set(), unknown: new Set() };
    for (let n = 0; n < many; n += 1) {
      answers.known.add(bytesOf(await probeAccount(site.url, door, known[n] ?? "", 2 * n)));
      answers.unknown.add(bytesOf(await probeAccount(site.url, door, unknown[n] ?? "", 2 * n + 1)));
    }
    expect([...answers.known]).toEqual([expect.stringMatching(statuses[door])]);
    expect([...answers.unknown]).toEqual([...answers.known]);
  });
});

const statuses = {
  "sign-in": /^401 /,
  "sign-up": /^202 /,
  "forgot-password": /^202 /,
  newsletter: /^201 /,
};

/** Answer without the parts that always differ: time, request id, secrets in cookies and the number of a sign-up. */
function bytesOf({ status, headers, body }: RawAnswer): string {
  const lines = headers.map(([name, value]) => {
    if (/^(date|x-request-id)$/i.test(name)) return name;
    const shown = /^set-cookie$/i.test(name) ? value.replace(/=[\w-]{43}(?=;)/, "=SECRET") : value;
    return `${name}: ${shown}`;
  });
  const answered = body.replace(/("reference":")[^"]+/, "$1NUMBER");
  return `${status} ${lines.join("\n")}\n\n${answered}`;
}
