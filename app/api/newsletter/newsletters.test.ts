import { expect, test } from "vitest";
import { someReaders } from "#app/domain/newsletter/newsletter.fixture.ts";
import { engines } from "../../../tests/support/database.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

const draft = { subject: "The looms run again", body: { markdown: "Come **and** see." } };

test.each(engines)("%s: a program writes, tests, sends and pauses a newsletter", async (engine) => {
  await using site = await openStaffApi(engine);
  const { db, ask, post, patch } = site;
  const made = await post("/newsletters", draft);
  expect(made.status).toBe(201);
  const { _id, state, version } = await made.json();
  expect({ state, version }).toEqual({ state: "draft", version: 1 });
  const path = `/newsletters/${_id}`;
  expect(await (await patch(path, { preview: "By hand", version })).json()).toMatchObject({
    subject: draft.subject,
    preview: "By hand",
    version: 2,
  });
  expect((await patch(path, { preview: "Too late", version })).status).toBe(409);

  expect((await post(`${path}/test`, {})).status).toBe(200);
  const mails = await db.query.selectFrom("outbox").select(["to_address", "subject", "batch"]).execute();
  expect(mails.filter(({ subject }) => subject.includes(draft.subject))).toEqual([
    { to_address: "rahima@kolpona.example", subject: `Test: ${draft.subject}`, batch: null },
  ]);

  const refused = await post(`${path}/send`, {});
  expect([refused.status, (await refused.json()).detail]).toEqual([
    422,
    "Nobody has confirmed a subscription yet.",
  ]);
  await someReaders(db, 3);
  expect((await post(`${path}/send`, { at: "2001-01-01T00:00:00.000Z" })).status).toBe(422);
  const sent = await post(`${path}/send`, {});
  expect([sent.status, (await sent.json()).state]).toEqual([200, "scheduled"]);
  expect(await (await post(`${path}/call-back`, {})).json()).toMatchObject({ state: "draft", sendAt: null });

  const copy = await post(`${path}/duplicate`, {});
  expect(copy.status).toBe(201);
  const { _id: copyId, subject } = await copy.json();
  expect([copyId === _id, subject]).toEqual([false, draft.subject]);
  expect((await ask(`/newsletters/${copyId}`, { method: "DELETE", headers: site.own })).status).toBe(204);
  expect((await ask(`/newsletters/${copyId}`)).status).toBe(404);
  expect((await (await ask("/newsletters?state=draft")).json()).newsletters).toHaveLength(1);
});

test("accepts sending now while the clock advances", async () => {
  await using site = await openStaffApi("sqlite");
  await someReaders(site.db, 1);
  const { _id } = await (await site.post("/newsletters", draft)).json();
  const { now } = site.clock;
  let steps = 0;
  site.clock.now = () => new Date(now().getTime() + steps++);
  expect((await site.post(`/newsletters/${_id}/send`, {})).status).toBe(200);
});
