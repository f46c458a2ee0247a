import { expect, test } from "vitest";
import { write } from "#app/database/database.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { service } from "../kinds/service.ts";
import { publish } from "../publishing/publishing.ts";
import { createEntry } from "../versions/create-entry.ts";
import { addRedirect, findRedirect, redirectKey } from "./resolve-urls.ts";

const actionContext = { actor: { id: "tester", requestId: "" }, now: new Date("2026-01-01T00:00:00Z") };

test("all forms of a former address have one name", () => {
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

test.each(engines)(
  "%s: a former address follows its entry, and leads nowhere while that is not public",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { id } = await write(open.db, (tx) =>
      createEntry(tx, service, { title: "New place" }, actionContext),
    );
    await write(open.db, (tx) => addRedirect(tx, "/?p=12", { entry: id }, actionContext.now));
    await write(open.db, (tx) => addRedirect(tx, "/old/Page/", { path: "/about" }, actionContext.now));
    expect(await findRedirect(open.db, "/?p=12")).toBeNull();
    await write(open.db, (tx) => publish(tx, service, id, actionContext));
    expect(await findRedirect(open.db, "/?p=12&utm=1")).toBe("/services/New-place");
    expect(await findRedirect(open.db, "/OLD/page")).toBe("/about");
    expect(await findRedirect(open.db, "/nowhere")).toBeNull();
  },
);
