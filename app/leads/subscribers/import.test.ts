import { expect, test } from "vitest";
import { write } from "#app/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { actionContext, aReader, mailsOf, minutesLater, noon, rowsOf, subscribe } from "../leads.fixture.ts";
import { endSubscription } from "./change.ts";
import { importSubscribers, planImport } from "./import.ts";

const csv = [
  "Name;E-mail;Consent given",
  "Rahima;rahima@shapla.example;2025-11-03",
  "Karim;karim@padma;",
  "Again;RAHIMA@shapla.example;",
  "Known;known@x.example;",
  "Left;left@x.example;",
  "Nobody;;",
].join("\r\n");

test.each(engines)(
  "%s: each line of a file is told what becomes of it, and nothing is kept yet",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    await subscribe(open.db, "known@x.example");
    const reader = await aReader(open.db, "left@x.example");
    await write(open.db, (tx) =>
      endSubscription(tx, reader, { status: "unsubscribed", by: "link", now: noon }),
    );
    const plan = await planImport(open.db, csv);
    expect(plan.fresh.map(({ line, email }) => [line, email])).toEqual([[2, "rahima@shapla.example"]]);
    expect(plan.known.map(({ line }) => line)).toEqual([5]);
    expect(plan.ended.map(({ line }) => line)).toEqual([6]);
    expect(plan.wrong.map(({ line, why }) => [line, why])).toEqual([
      [3, "Give an e-mail address such as name@company.example"],
      [4, "The same address stands in line 2"],
      [7, "Give an e-mail address such as name@company.example"],
    ]);
    expect(await rowsOf(open.db)).toHaveLength(2);
  },
);

test.each(engines)(
  "%s: with a proof the readers are there, with the moment the file states",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const proof = "Signed on paper at the fair in Bogura, November 2025.";
    expect(await importSubscribers(open.db, { csv, proof, perMinute: 60 }, actionContext)).toBe(3);
    expect(await importSubscribers(open.db, { csv, proof, perMinute: 60 }, actionContext)).toBe(0);
    const [first] = (await rowsOf(open.db)).filter(({ email }) => email.startsWith("rahima"));
    expect(first).toMatchObject({
      status: "confirmed",
      confirmed_by: "import",
      consent_text: proof,
      consented_at: "2025-11-03T00:00:00.000Z",
      confirmed_at: noon.toISOString(),
    });
    expect(await mailsOf(open.db)).toEqual([]);
  },
);

test.each(engines)(
  "%s: without one each is asked by mail, at the set pace and behind every mail to one person",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const many = Array.from({ length: 1200 }, (_, n) => `m${n}@x.example`).join("\n");
    expect(await importSubscribers(open.db, { csv: many, proof: " ", perMinute: 600 }, actionContext)).toBe(
      1200,
    );
    const mails = await mailsOf(open.db);
    expect(new Set(mails.map(({ priority, template }) => `${priority} ${template}`))).toEqual(
      new Set(["1 confirm-newsletter"]),
    );
    const due = mails.map(({ next_attempt_at }) => next_attempt_at).sort();
    expect(due.at(0)).toBe(noon.toISOString());
    expect(due.filter((at) => at < minutesLater(1).toISOString())).toHaveLength(600);
    expect(due.at(-1)).toBe(new Date(noon.getTime() + 119_900).toISOString());
    expect(new Set((await rowsOf(open.db)).map(({ status }) => status))).toEqual(new Set(["pending"]));
  },
);

test.each(["", "a,b\n1,2", "name\nRahima"])(
  "a file without addresses is refused in words: %j",
  async (text) => {
    await using open = await openTestDatabase("sqlite");
    await expect(planImport(open.db, text)).rejects.toMatchObject({
      fields: { file: expect.stringMatching(/address/) },
    });
  },
);
