import { expect, test } from "vitest";
import { isReference } from "#app/domain/leads/intake/reference.ts";
import { engines } from "../../../tests/support/database.ts";
import { openApi } from "../server/api.fixture.ts";

const person = {
  name: "Rahima",
  email: "rahima@shapla.example",
  message: "Do you build ledgers?",
  consent: true,
};

test.each(engines)("%s: M1 stores messages, calls and subscribers before responding", async (engine) => {
  await using api = await openApi(engine);
  const { message: _text, ...caller } = person;
  const submissions: [string, object][] = [
    ["/api/contact", person],
    ["/api/calls", { ...caller, phone: "+44 20 7946 0000", bestTime: "after four", topic: "Ledgers" }],
    ["/api/subscribers", { email: person.email, consent: true }],
  ];
  for (const [path, body] of submissions) {
    const answer = await api.post(path, body, {
      referer: "https://www.company.example/contact?x=1",
      "user-agent": "Phone",
    });
    expect(answer.status).toBe(201);
    const { reference, ...rest } = await answer.json();
    expect([isReference(reference), rest]).toEqual([true, {}]);
  }
  const leads = await api.db.query.selectFrom("leads").selectAll().orderBy("id").execute();
  const subscribers = await api.db.query.selectFrom("subscribers").selectAll().execute();
  expect(leads.map(({ kind }) => kind)).toEqual(["message", "call"]);
  expect(subscribers).toHaveLength(1);
  for (const row of [...leads, ...subscribers]) {
    expect(row).toMatchObject({ source_path: "/contact", network: "203.0.113.7", user_agent: "Phone" });
    expect(row).not.toMatchObject({ referrer: expect.stringMatching(/./) });
    expect(row.consent_text).toMatch(/^You may /);
  }
});

test.each(engines)("%s: D7 one Idempotency-Key creates one row, rejects other content", async (engine) => {
  await using api = await openApi(engine);
  const key = { "idempotency-key": "8e03978e-40d5-43dd-bc93-6894a57f9324" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.post("/api/contact", person, key)));
  const references = await Promise.all(answers.map(async (answer) => (await answer.json()).reference));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(references).size).toBe(1);
  expect(await api.db.query.selectFrom("leads").select("id").execute()).toHaveLength(1);
  const other = await api.post("/api/contact", { ...person, message: "Other" }, key);
  expect([other.status, Object.keys((await other.json()).errors)]).toEqual([422, ["Idempotency-Key"]]);
  for (const odd of [`${"k".repeat(201)}`, "two words", "ключ".replace(/./g, "\u00ff")]) {
    expect((await api.post("/api/contact", person, { "idempotency-key": odd })).status).toBe(422);
  }
});

test.each(engines)("%s: P4 rate limit responses include the seconds to wait", async (engine) => {
  await using api = await openApi(engine);
  for (let n = 0; n < 5; n += 1) await api.post("/api/contact", { ...person, message: `${n}` });
  const answer = await api.post("/api/contact", { ...person, message: "one more" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([429, "application/problem+json"]);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test.each(engines)("%s: A12 known and new subscribers get the same response", async (engine) => {
  await using api = await openApi(engine);
  const subscribe = (email: string) => api.post("/api/subscribers", { email, consent: true });
  await subscribe("known@shapla.example");
  const [known, fresh] = [await subscribe("KNOWN@shapla.example"), await subscribe("fresh@shapla.example")];
  expect([...known.headers]).toEqual([...fresh.headers]);
  expect([known.status, Object.keys(await known.json())]).toEqual([
    fresh.status,
    Object.keys(await fresh.json()),
  ]);
  expect(await api.db.query.selectFrom("subscribers").select("id").execute()).toHaveLength(2);
});

/** Rejected inputs of any text field, with their errors. */
const refusedTexts: [string, unknown, RegExp][] = [
  ["1 empty", "", /^(?:Write|Enter) /],
  ["2 blank", " \u00a0\u200b\u2060\u3164", /^(?:Write|Enter) /],
  ["7 NUL", "a\0b", /cannot be shown/],
  ["7 escape", "a\u001b[2Jb", /cannot be shown/],
  ["8 lone surrogate", "a\ud800b", /broken character/],
  ["18 number", 5, /as text/],
  ["18 boolean", true, /as text/],
  ["18 list", ["a"], /as text/],
  ["18 object", { a: 1 }, /as text/],
  ["18 null", null, /as text/],
];

/** Stored inputs, with the stored text where it differs. */
const storedTexts: [string, string, string?][] = [
  ["3 one character", "x"],
  ["9 NFD becomes NFC", "Cafe\u0301 কর্\u200dম", "Caf\u00e9 কর্\u200dম"],
  ["9 joiners stay", "র\u200d্য ক্\u200cষ"],
  ["10 direction override goes", "a\u202eexe.doc", "aexe.doc"],
  ["11 emoji family", "👩‍👩‍👧‍👦"],
  ["13 markup", '<img src=x onerror=alert(1)>"'],
  ["14 end of script", "</script><!--"],
  ["15 template", `{{7*7}}\${7*7}`],
  ["16 SQL", "'; DROP TABLE messages; -- %00'"],
  ["17 formula", '=HYPERLINK("http://a.example")'],
  ["17 full-width formula", "＝1+1"],
  ["17 at sign", "@SUM(1)"],
];

test.each(engines)("%s: 1–20 stores or rejects unusual text in every field", async (engine) => {
  await using api = await openApi(engine);
  const fields = { name: 120, company: 200, service: 300, message: 10_000 };
  let sender = 0;
  const send = async (part: object) => {
    // Resets rate limits, because each text uses a new sender.
    await api.db.query.deleteFrom("limits").execute();
    const answer = await api.post("/api/contact", {
      ...person,
      email: `a${++sender}@shapla.example`,
      ...part,
    });
    return { status: answer.status, body: await answer.json() };
  };
  for (const [field, max] of Object.entries(fields)) {
    for (const [what, value, message] of refusedTexts) {
      const isOptional = (value === "" || /blank/.test(what)) && (field === "company" || field === "service");
      const { status, body } = await send({ [field]: value });
      if (isOptional) expect([what, field, status]).toEqual([what, field, 201]);
      else
        expect([what, status, body.errors]).toEqual([what, 422, { [field]: expect.stringMatching(message) }]);
    }
    for (const [what, text, readBack = text] of storedTexts) {
      const { status, body } = await send({ [field]: text });
      expect([what, field, status]).toEqual([what, field, 201]);
      const row = await api.db.query
        .selectFrom("leads")
        .selectAll()
        .where("reference", "=", body.reference)
        .executeTakeFirst();
      expect(Reflect.get(row ?? {}, field)).toBe(readBack);
    }
    expect((await send({ [field]: "ক".repeat(max) })).status).toBe(201);
    for (const length of [max + 1, 90_000])
      expect(await send({ [field]: "x".repeat(length) })).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.stringMatching(/at most/) } },
      });
  }
  const { body } = await send({ message: "One\r\nTwo\tand three\u2028four" });
  const row = await api.db.query
    .selectFrom("leads")
    .select("message")
    .where("reference", "=", body.reference)
    .executeTakeFirst();
  expect(row?.message).toBe("One\nTwo\tand three\u2028four");
});

const wrongEmails: unknown[] = [
  "",
  " ",
  "a@b",
  "a@b..c",
  '"a b"@c.d',
  "a@[127.0.0.1]",
  "a@evil.test,b@x.test",
  "a@x.test\r\nBcc:z",
  "a＠x.test",
  `${"a".repeat(250)}@x.example`,
  ["a@x.example"],
  { email: "a@x.example" },
  1,
  null,
  "x".repeat(90_000),
];

test.each(engines)("%s: I8 A9 21–31 rejects invalid addresses by field", async (engine) => {
  await using api = await openApi(engine);
  for (const email of wrongEmails) {
    for (const [path, rest] of [
      ["/api/contact", person],
      ["/api/calls", { name: "R", consent: true }],
      ["/api/subscribers", { consent: true }],
    ] as const) {
      const answer = await api.post(path, { ...rest, email });
      const { errors } = await answer.json();
      const field =
        path === "/api/calls" && typeof email === "string" && email.trim() === "" ? "phone" : "email";
      expect([email, path, answer.status, Object.keys(errors)]).toEqual([email, path, 422, [field]]);
    }
  }
  expect((await api.post("/api/contact", { ...person, email: "a@bücher.example" })).status).toBe(201);
  const rows = await api.db.query.selectFrom("leads").select("email").execute();
  expect(rows).toEqual([{ email: "a@xn--bcher-kva.example" }]);
});

test.each(engines)("%s: Z3 I2 rejects unknown fields by name without changes", async (engine) => {
  await using api = await openApi(engine);
  for (const field of [
    "role",
    "id",
    "status",
    "reference",
    "created_at",
    "spam_reasons",
    "__proto__",
    "constructor",
    "toString",
  ]) {
    const body = JSON.stringify(person).replace("{", `{${JSON.stringify(field)}:{"polluted":true},`);
    const answer = await api.post("/api/contact", body);
    expect([field, answer.status, Object.keys((await answer.json()).errors)]).toEqual([field, 400, [field]]);
  }
  expect(Reflect.get({}, "polluted")).toBeUndefined();
  expect(await api.db.query.selectFrom("leads").select("id").execute()).toEqual([]);
});

test.each(engines)("%s: I3 rejects ten thousand nested lists", async (engine) => {
  await using api = await openApi(engine);
  const body = JSON.stringify(person).replace('"Rahima"', `${"[".repeat(10_000)}${"]".repeat(10_000)}`);
  const answer = await api.post("/api/contact", body);
  expect(await answer.json()).toMatchObject({
    status: 400,
    detail: expect.stringMatching(/nested too deeply/),
  });
});

test.each(engines)("%s: consent must be explicit", async (engine) => {
  await using api = await openApi(engine);
  for (const consent of [false, "true", 1, null, undefined]) {
    const answer = await api.post("/api/contact", { ...person, consent });
    expect(await answer.json()).toMatchObject({
      status: 422,
      errors: { consent: expect.stringMatching(/agree/) },
    });
  }
});
