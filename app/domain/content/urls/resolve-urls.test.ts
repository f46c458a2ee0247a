import { expect, test } from "vitest";
import { insertFile } from "#app/domain/files/upload/upload.ts";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { service } from "../kinds/service.ts";
import { redirectKey } from "./redirect-keys.ts";
import { addRedirects, findRedirect, resolveUrls } from "./resolve-urls.ts";

const actionContext = { actor: { id: "tester", requestId: "" }, now: new Date("2026-01-01T00:00:00Z") };

test("all spellings of a former address share one key", () => {
  const forms = [
    "/2019/05/Hello-World/",
    "http://old.example/2019/05/hello-world",
    "/2019/05/hello%2Dworld?utm_source=x",
    "//2019/05//hello-world//",
    "http://old.example//2019/05/hello-world",
  ];
  expect(new Set(forms.map(redirectKey)).size).toBe(1);
  expect(redirectKey("/?p=12")).toBe("/?p=12");
  expect(redirectKey("/%zz")).toBe("/%zz");
  expect(redirectKey("//")).toBe("/");
});

test("the key includes the sorted query without tracking parameters", () => {
  const key = "/index.php?id=12&option=com_content";
  expect(redirectKey("/index.php?option=com_content&id=12")).toBe(key);
  expect(redirectKey("/Index.php?utm_source=x&id=12&option=com_content&fbclid=1")).toBe(key);
  expect(redirectKey("/index.php?option=com_content&id=13")).not.toBe(key);
  expect(redirectKey("/list.php?cat=5&p=2")).toBe("/list.php?cat=5&p=2");
  expect(redirectKey("/?q=node/12")).toBe("/?q=node/12");
  expect(redirectKey("/?preview=true&p=12")).toBe("/?p=12");
});

test.each(engines)("%s: redirects of one path differ by query", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const add = (from: string, path: string) =>
    write(db, (tx) => addRedirects(tx, [{ from, to: { path } }], actionContext.now));
  await add("/product.php?id=1", "/about");
  await add("/product.php?id=2", "/contact");
  expect(await findRedirect(db, "/product.php?id=1")).toBe("/about");
  expect(await findRedirect(db, "/product.php?utm_medium=mail&id=2")).toBe("/contact");
  expect(await findRedirect(db, "/product.php?id=3")).toBeNull();
  expect(await findRedirect(db, "/product.php")).toBeNull();
  await add("/product.php", "/services");
  expect(await findRedirect(db, "/product.php?id=1")).toBe("/about");
  expect(await findRedirect(db, "/product.php?id=3")).toBe("/services");
  await add("/?option=com_content&id=12", "/about");
  expect(await findRedirect(db, "/?id=12&option=com_content")).toBe("/about");
  expect(await findRedirect(db, "/?id=13&option=com_content")).toBeNull();
});

test.each(engines)("%s: a former address redirects only to a public entry", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { id } = await write(open.db, (tx) =>
    createEntry(tx, service, { title: "New place" }, actionContext),
  );
  await write(open.db, (tx) => addRedirects(tx, [{ from: "/?p=12", to: { entry: id } }], actionContext.now));
  await write(open.db, (tx) =>
    addRedirects(tx, [{ from: "/old/Page/", to: { path: "/about" } }], actionContext.now),
  );
  expect(await findRedirect(open.db, "/?p=12")).toBeNull();
  await write(open.db, (tx) => publish(tx, service, id, actionContext));
  expect(await findRedirect(open.db, "/?p=12&utm=1")).toBe("/services/New-place");
  expect(await findRedirect(open.db, "/OLD/page")).toBe("/about");
  expect(await findRedirect(open.db, "/nowhere")).toBeNull();
});

test("accepts file links with and without name, rejects missing files", async () => {
  await using open = await openTestDatabase("sqlite");
  const id = "0190a7f4-0000-7000-8000-000000000001";
  const file = {
    id,
    storedNames: [],
    type: "application/pdf" as const,
    width: 0,
    height: 0,
    placeholder: "",
    pages: 1,
    revision: 1,
    bytes: 10,
  };
  const note = { name: "terms.pdf", alt: "", ...actionContext };
  await write(open.db, (tx) => insertFile(tx, file, note));
  const links = [`/files/${id}`, `/files/${id}/terms.pdf`, "/files/0190a7f4-none"];
  const found = await resolveUrls(open.db, links);
  expect(links.map((link) => found.get(link))).toEqual(["page", "page", "nothing"]);
});
