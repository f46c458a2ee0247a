import { expect, test } from "vitest";
import { readLead, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { engines } from "../../../tests/support/database.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

test.each(engines)("%s: lists, assigns, annotates and answers a message", async (engine) => {
  await using site = await openStaffApi(engine);
  const id = await sendLead(site.db, { service: "Web" }, { now: site.clock.now() });
  const { reference } = await readLead(site.db, id);
  const list = await (await site.ask("/contact?folder=new&q=rahima")).json();
  expect(list).toMatchObject({
    items: [{ _id: id, reference, service: "Web", status: "new" }],
    next: null,
  });
  const given = await site.patch(`/contact/${reference}`, { assignee: site.editor.id });
  expect(await given.json()).toMatchObject({ _id: id, status: "open", assignee: site.editor.id });
  const note = await (await site.post(`/contact/${id}/notes`, { text: "An hour’s work" })).json();
  expect((await site.patch(`/contact/${id}/notes/${note._id}`, { text: "Two hours" })).status).toBe(204);
  const key = { "idempotency-key": "k1" };
  const answers = [1, 2].map(() =>
    site.post(`/contact/${id}/replies`, { text: "Yes", status: "waiting" }, key),
  );
  const [one, two] = await Promise.all((await Promise.all(answers)).map((answer) => answer.json()));
  expect(one).toEqual(two);
  const read = await (await site.ask(`/contact/${id}`)).json();
  expect(read).toMatchObject({ status: "waiting", answerMinutes: expect.any(Number) });
  expect(read.record.filter(({ type }: { type: string }) => type !== "event")).toMatchObject([
    { type: "text", text: "Do you build ledgers?" },
    { type: "note", text: "Two hours", who: "Rahima" },
    { type: "reply", text: "Yes", delivery: "waiting" },
  ]);
});

test.each(engines)("%s: D8 changes several leads or none, and records a call", async (engine) => {
  await using site = await openStaffApi(engine);
  const ids = [await sendLead(site.db), await sendLead(site.db, { email: "karim@shapla.example" })];
  expect((await site.patch("/contact", { ids: [...ids, "none"], status: "closed" })).status).toBe(404);
  expect((await readLead(site.db, ids[0] ?? "")).status).toBe("new");
  expect(await (await site.patch("/contact", { ids, status: "closed" })).json()).toEqual({ changed: 2 });
  const call = await sendLead(site.db, {}, {}, "call");
  const noted = await site.post(`/calls/${call}/outcome`, { outcome: "not-reached" });
  expect([noted.status, (await noted.json()).status]).toEqual([200, "open"]);
  const csv = await site.ask("/calls/export");
  expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
  expect(await csv.text()).toContain("'+8801712345678");
});

test("reports invalid input by field and rejects unknown keys", async () => {
  await using site = await openStaffApi("sqlite");
  const id = await sendLead(site.db);
  const wrong = await site.patch(`/contact/${id}`, { status: "done" });
  expect([wrong.status, (await wrong.json()).errors]).toEqual([
    422,
    { status: expect.stringContaining("Enter one of") },
  ]);
  expect((await site.patch(`/contact/${id}`, { name: "Mallory" })).status).toBe(400);
  expect((await site.post(`/contact/${id}/replies`, { text: "" })).status).toBe(422);
  expect((await site.ask("/contact?folder=attic")).status).toBe(400);
  expect((await site.ask("/contact?cursor=x")).status).toBe(400);
  expect((await site.ask("/contact/none")).status).toBe(404);
  expect((await site.ask("/contact", {}, site.browser())).status).toBe(401);
});

test("an event stream starts immediately and is never cached", async () => {
  await using site = await openStaffApi("sqlite");
  const answer = await site.ask("/contact/events");
  expect(answer.headers.get("content-type")).toBe("text/event-stream");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const reader = answer.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toMatch(/^retry: 3000\nid: /);
  await reader?.cancel();
});

test.each(engines)("%s: M10 M12 lead exports require reauthentication and are logged", async (engine) => {
  await using site = await openStaffApi(engine);
  await sendLead(site.db, {}, { now: site.clock.now() });
  expect((await site.ask("/contact/export?folder=all")).status).toBe(200);
  expect((await site.audit()).filter(({ action }) => action === "leads.export")).toMatchObject([
    { actor: site.editor.id, detail: "1 messages" },
  ]);
  const foreign = await site.ask("/contact/export", { headers: { "sec-fetch-site": "cross-site" } });
  expect([foreign.status, foreign.headers.get("location")]).toEqual([303, "/dashboard/usercontactdata"]);
  expect((await site.audit()).filter(({ action }) => action === "leads.export")).toHaveLength(1);
  site.clock.pass(901);
  expect((await site.ask("/contact/export")).status).toBe(401);
  const led = await site.ask("/contact/export?folder=new", { headers: { accept: "text/html" } });
  expect([led.status, led.headers.get("location")]).toEqual([
    303,
    "/myprofile/confirm?next=%2Fdashboard%2Fusercontactdata%3Ffolder%3Dnew",
  ]);
});

test.each(engines)("%s: M10 logs forbidden requests once an hour", async (engine) => {
  await using site = await openStaffApi(engine);
  for (const path of ["/users", "/users", "/audit"]) expect((await site.ask(path)).status).toBe(403);
  const refused = (await site.audit()).filter(({ action }) => action === "access-refused");
  expect(refused.map(({ actor, detail }) => [actor, JSON.parse(detail)])).toEqual([
    [site.editor.id, { network: "203.0.113.0/24", detail: "/users", times: 2 }],
    [site.editor.id, { network: "203.0.113.0/24", detail: "/audit", times: 1 }],
  ]);
});
