import { sql } from "kysely";
import { expect, test } from "vitest";
import { readCsv } from "#app/lib/text/csv.ts";
import type { Database } from "#app/platform/database/database.ts";
import { applyKeyset } from "#app/platform/database/paging.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aStaffMember, inTransaction, minutesLater, readLead, sendLead } from "../leads.fixture.ts";
import { changeLeads, mergeLeads } from "../workflow/change-leads.ts";
import { countFolders, listValues } from "./count-inbox.ts";
import { countExported, exportLeads } from "./export-leads.ts";
import { readFilter, writeFilter } from "./filter.ts";
import { findInbox, readInbox } from "./read-inbox.ts";
import { findLeads } from "./search-leads.ts";

const viewer = { timeZone: "Asia/Dhaka", personId: "me" };
const parseFilter = (query: string) => readFilter(new URLSearchParams(query));
const names = async (db: Database, query: string, page: object = {}) => {
  const { rows } = await readInbox(db, "message", parseFilter(query), { limit: 50, ...page }, viewer);
  return rows.map(({ name }) => name);
};
const sendAs = (db: Database, name: string, part: object = {}, origin: object = {}) =>
  sendLead(
    db,
    { name, email: `${name.toLowerCase()}@shapla.example`, message: `From ${name}`, ...part },
    origin,
  );

test.each(engines)("%s: pages through a list in both directions and both orders", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  // Three have the same time; then the id decides.
  const all = ["A", "B", "C", "D", "E", "F", "G"];
  for (const [n, name] of all.entries()) await sendAs(db, name, {}, { now: minutesLater(Math.floor(n / 3)) });
  for (const sort of ["newest", "oldest"]) {
    const order = sort === "newest" ? all.toReversed() : all;
    const page = (part: object) =>
      readInbox(db, "message", parseFilter(`sort=${sort}`), { limit: 3, ...part }, viewer);
    const first = await page({});
    const second = await page({ after: first.next ?? undefined });
    const third = await page({ after: second.next ?? undefined });
    const pages = [first, second, third].map(({ rows }) => rows.map(({ name }) => name));
    expect(pages).toEqual([order.slice(0, 3), order.slice(3, 6), order.slice(6)]);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await page({ before: third.previous ?? undefined });
    expect(back.rows.map(({ name }) => name)).toEqual(order.slice(3, 6));
    const start = await page({ before: back.previous ?? undefined });
    expect(start.rows.map(({ name }) => name)).toEqual(order.slice(0, 3));
    expect(start.previous).toBeNull();
  }
});

test.each(engines)("%s: finds digits of any script and words in any spelling", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await sendAs(db, "Called", { phone: "01712345678", message: "On the উৎসব" });
  await sendAs(db, "Other", { message: `আন্তর্জাতিকীকরণপ্রক্রিয়া ${"লক্ষ্মী ".repeat(30)}` });
  for (const q of ["01712345678", "০১৭১২৩৪৫৬৭৮", "৫৬৭৮", "উত্‍সব", "উৎসব"])
    expect([q, await names(db, `q=${encodeURIComponent(q)}`)]).toEqual([q, ["Called"]]);
  const [found] = await findLeads(db, "লক্ষ্মী", 5);
  expect(found?.title.length).toBeLessThanOrEqual(120);
  expect(found?.title).toMatch(/(?:লক্ষ্মী|ল)…$/);
});

test.each(engines)("%s: applies every filter", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [mine, web, late] = [
    await sendAs(db, "Mine"),
    await sendAs(db, "Web", { service: "Web Development" }, { sourcePath: "/services/Web-Development" }),
    // 18:30 UTC is the next day in Dhaka.
    await sendAs(db, "Late", {}, { now: minutesLater(390) }),
  ];
  await sendAs(db, "Spam", {}, { honeypot: "x" });
  await inTransaction(db, (tx) => changeLeads(tx, "message", [mine], { assignee: nadia.actor.id }, nadia));
  await inTransaction(db, (tx) =>
    changeLeads(tx, "message", [late], { snoozedUntil: minutesLater(9999).toISOString() }, nadia),
  );
  expect(await names(db, "")).toEqual(["Web"]);
  expect(await names(db, "folder=open")).toEqual(["Mine"]);
  expect(await names(db, "folder=snoozed")).toEqual(["Late"]);
  expect(await names(db, "folder=spam")).toEqual(["Spam"]);
  expect(await names(db, "folder=all")).toEqual(["Late", "Web", "Mine"]);
  expect(await names(db, `folder=all&assignee=${nadia.actor.id}`)).toEqual(["Mine"]);
  expect(await names(db, "folder=all&assignee=nobody")).toEqual(["Late", "Web"]);
  expect(await names(db, "folder=all&assignee=me")).toEqual([]);
  expect(await names(db, "folder=all&service=Web+Development")).toEqual(["Web"]);
  expect(await names(db, "folder=all&source=/services/Web-Development")).toEqual(["Web"]);
  expect(await names(db, "folder=all&from=2026-03-02")).toEqual(["Late"]);
  expect(await names(db, "folder=all&to=2026-03-01")).toEqual(["Web", "Mine"]);
  expect(await countFolders(db, "message")).toEqual({
    new: 1,
    open: 1,
    waiting: 0,
    snoozed: 1,
    closed: 0,
    spam: 1,
    all: 3,
  });
  expect(await listValues(db, "message", "service")).toEqual(["Web Development"]);
  expect((await readLead(db, web)).status).toBe("new");
});

test.each(engines)("%s: finds leads by any of their data, in any script", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const id = await sendAs(db, "Rahima", {
    company: "Shapla Clinics",
    phone: "+880 1712-345678",
    message: "আমাদের দোকান প্রথম বাংলায় চাই",
  });
  const other = await sendAs(db, "Karim");
  const double = await sendLead(db, { message: "Only here: quixotic", email: "rahima@shapla.example" });
  const { reference } = await readLead(db, id);
  for (const q of [
    "rahi",
    "RAHIMA clinics",
    "rahima@shapla.example",
    "01712 345678",
    "345678",
    "+8801712345678",
    reference,
    reference.toLowerCase().replaceAll("-", " "),
    "দোকান",
    "প্রথ",
  ])
    expect([q, await names(db, `q=${encodeURIComponent(q)}`)]).toEqual([
      q,
      expect.arrayContaining(["Rahima"]),
    ]);
  for (const q of ["Rahima Nobody", "'; drop table messages --", '"', "%", "*", "FD-0000-0000", "\u0000"])
    expect([q, await names(db, `q=${encodeURIComponent(q)}`)]).toEqual([q, []]);
  await inTransaction(db, (tx) => mergeLeads(tx, "message", { into: other, ids: [double] }, nadia));
  expect(await names(db, "q=quixotic")).toEqual(["Karim"]);
});

test.each(engines)("%s: O5 exports all rows in list order, with formulas escaped", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await sendAs(db, "Rahima", { message: '=SUM("1"), please', company: "+1" });
  await sendAs(db, "Karim", { phone: "+8801712345678" });
  const bytes = await new Response(exportLeads(db, "message", parseFilter("folder=all"), viewer)).bytes();
  const csv = Buffer.from(bytes).toString();
  const [head, karim, rahima, ...rest] = csv.split("\r\n");
  expect(rest).toEqual([""]);
  expect(head).toMatch(/^\ufeffReference,Received,Status,Name,E-mail,Phone,Company,Service,Message,/);
  expect(rahima).toContain(`2026-03-01 18:00,New,Rahima,rahima@shapla.example,,'+1,,"'=SUM(""1""), please"`);
  expect(karim).toContain(",'+8801712345678,");
});

test.each(engines)("%s: exports and finds merged messages by their own data", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const main = await sendAs(db, "Rahima", { message: "First" });
  const merged = await sendAs(
    db,
    "Rahima",
    { message: "Quote by Sunday?", phone: "+8801711223344", service: "Web Development" },
    { sourcePath: "/services/Web-Development" },
  );
  await sendAs(db, "Karim", { message: "Other" });
  await inTransaction(db, (tx) => mergeLeads(tx, "message", { into: main, ids: [merged] }, nadia));
  expect(await names(db, "folder=all&service=Web+Development")).toEqual(["Rahima"]);
  expect(await names(db, "folder=all&source=/services/Web-Development")).toEqual(["Rahima"]);
  const filter = parseFilter("folder=all");
  expect(await countExported(db, "message", filter, viewer)).toBe(3);
  const text = await new Response(exportLeads(db, "message", filter, viewer)).text();
  const [head, ...rows] = readCsv(text).map(({ cells }) => cells);
  const read = (name: string) => rows.map((cells) => cells[head?.indexOf(name) ?? -1]);
  expect(read("Message")).toEqual(["Other", "First", "Quote by Sunday?"]);
  expect(read("Merged into")).toEqual(["", "", (await readLead(db, main)).reference]);
  expect(read("Phone")).toEqual(["", "", "+8801711223344"]);
  expect(await findLeads(db, "1711223344", 5)).toMatchObject([{ id: main }]);
});

test("writes and reads a filter in a URL, ignoring invalid values", () => {
  const filter = parseFilter(
    "folder=closed&q=a%26b&assignee=nobody&from=2026-03-01&to=never&sort=sideways&x=1",
  );
  expect(writeFilter(filter)).toBe("folder=closed&q=a%26b&assignee=nobody&from=2026-03-01");
  expect(parseFilter(writeFilter(filter))).toEqual(filter);
  expect(parseFilter("q=words").folder).toBe("all");
  for (const day of ["0000-01-01", "0001-01-01", "1899-12-31", "9999-12-31", "2026-13-01"])
    expect(parseFilter(`from=${day}&to=${day}`)).toMatchObject({ from: "", to: "" });
  expect(writeFilter(parseFilter(""))).toBe("");
});

test("every list reads its rows in the order of an index", async () => {
  await using open = await openTestDatabase("sqlite");
  const lists = {
    "": "listed",
    "folder=closed": "listed",
    "folder=snoozed": "snoozed_listed",
    "folder=all": "newest",
    "folder=all&assignee=nobody": "assigned",
    "folder=closed&service=Web": "service",
    "folder=all&source=/contact": "source",
    "folder=closed&from=2026-03-01&to=2026-03-02": "received",
  };
  for (const [query, index] of Object.entries(lists)) {
    const found = await findInbox(open.db, "message", parseFilter(query), viewer);
    if (!found) throw new Error("the filter matches nothing");
    const page = applyKeyset(found.query, found.order, { place: null, towards: "desc", limit: 51 });
    const plan = (await page.explain(undefined, sql`query plan`)).map(({ detail }) => detail);
    expect([query, plan]).toEqual([query, [expect.stringContaining(`USING INDEX leads_${index} (`)]]);
  }
});
