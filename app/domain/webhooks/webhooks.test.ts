import { expect, test } from "vitest";
import { createTestNetwork } from "#tests/support/outside.ts";
import { checkWebhook } from "./webhooks.ts";

const wanted = {
  url: "https://hooks.shapla.example/site",
  events: ["lead.received"],
  hasPersonalData: false,
};

test("accepts only absolute public URLs without credentials", async () => {
  const outside = createTestNetwork({
    "hooks.inside.example": "::ffff:10.0.0.1",
    "127.0.0.1": "127.0.0.1",
    "::1": "::1",
  });
  for (const url of [
    "",
    "hooks.shapla.example",
    "http://hooks.shapla.example/",
    "ftp://hooks.shapla.example/",
    "https://user:word@hooks.shapla.example/",
    "https://hooks.shapla.example/#part",
    "https://hooks.inside.example/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://2130706433/",
    `https://hooks.shapla.example/${"x".repeat(500)}`,
  ])
    await expect([url, checkWebhook({ ...wanted, url }, outside)][1]).rejects.toMatchObject({
      code: "invalid",
      fields: { url: expect.stringMatching(/\w/) },
    });
  expect(await checkWebhook(wanted, outside)).toEqual(wanted);
  await expect(checkWebhook({ ...wanted, events: ["all"] }, outside)).rejects.toMatchObject({
    code: "invalid",
  });
  await expect(checkWebhook({ ...wanted, events: [] }, outside)).rejects.toMatchObject({ code: "invalid" });
  const open = createTestNetwork({}, true);
  expect((await checkWebhook({ ...wanted, url: "http://10.0.0.1/" }, open)).url).toBe("http://10.0.0.1/");
});
