import { expect, test } from "vitest";
import { engines } from "../../../tests/support/database.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

test.each(engines)("%s: photos are never cached and require a session", async (engine) => {
  await using site = await openStaffApi(engine);
  const photo = {
    id: "photo-1",
    user_id: site.editor.id,
    bytes: Buffer.from("a picture").toString("base64"),
    created_at: "2026-11-01T00:00:00.000Z",
  };
  await site.db.query.insertInto("photos").values(photo).execute();
  const shown = await site.ask("/auth/photos/photo-1");
  expect([await shown.text(), shown.headers.get("cache-control")]).toEqual(["a picture", "no-store"]);
  await site.db.query.deleteFrom("sessions").execute();
  expect((await site.ask("/auth/photos/photo-1")).status).toBe(401);
});
