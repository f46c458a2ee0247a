import { expect, test } from "vitest";
import { actionContext, aReader, subscribe } from "#app/domain/leads/leads.fixture.ts";
import { endSubscriptions } from "#app/domain/newsletter/subscribers/change.ts";
import { planImport } from "#app/domain/newsletter/subscribers/import.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createTestMailService } from "#tests/support/mail-service.ts";
import { subscribers } from "./subscribers.ts";

test.each(engines)("%s: O5 an export can be imported again, with formulas escaped", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const publicUrl = new URL("https://www.company.example");
  const person = { id: "editor-1", name: "Nadia", email: "nadia@company.example" };
  const context = { db, publicUrl, person, actionContext, timeZone: "UTC", mail: createTestMailService(db) };
  const read = async (query: string) =>
    (await subscribers.exportCsv?.(context, new URL(`/dashboard/call/csv${query}`, publicUrl))) ?? {
      name: "",
      csv: "",
    };
  await aReader(db, "=cmd@x.example");
  const left = await aReader(db, "left@x.example");
  await endSubscriptions(db, [left.id], "complained", actionContext);
  await subscribe(db, "b@x.example", { consentText: "=HYPERLINK()", sourcePath: "/contact" });
  const { name, csv } = await read("");
  expect(name).toBe("subscribers-2026-03-01");
  expect(csv.split("\r\n")[0]).toBe(
    "\uFEFFE-mail,Status,Consent text,Consent given,Consent on page,Confirmed,Confirmed by,Ended,Ended by,Why,Reference",
  );
  expect(csv.split("\r\n")).toHaveLength(5);
  expect(csv).toContain("'=cmd@x.example");
  expect(csv).toContain("'=HYPERLINK()");
  expect((await read("?status=pending")).csv.split("\r\n")).toHaveLength(3);
  const recorded = await db.query.selectFrom("audit").select(["action", "detail"]).orderBy("id").execute();
  expect(recorded.filter(({ action }) => action === "subscribers.export")).toEqual([
    { action: "subscribers.export", detail: "3 subscribers" },
    { action: "subscribers.export", detail: "1 subscribers, pending" },
  ]);
  await db.query.deleteFrom("subscribers").execute();
  const { fresh, endedInFile, wrong } = await planImport(db, csv, "UTC");
  expect(fresh.map(({ email }) => email)).toEqual(["=cmd@x.example"]);
  expect(endedInFile.map(({ email, ending }) => [email, ending]).sort()).toEqual([
    ["b@x.example", "not-subscribed"],
    ["left@x.example", "complained"],
  ]);
  expect(wrong).toEqual([]);
});
