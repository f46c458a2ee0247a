import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish, saveVersion, trash, untrash } from "#tests/support/entries.ts";
import { openTestAccounts } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";
import { blog } from "../kinds/blog.ts";
import { openEntry } from "./open-entry.ts";
import {
  cardOf,
  cleanUpPreviewLinks,
  createPreviewLink,
  findPreviewed,
  listPreviewLinks,
  previewDays,
  readPreview,
  revokePreviewLink,
} from "./preview.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor: { id: "tester", requestId: "test" }, now };
const after = (days: number) => new Date(now.getTime() + days * 86_400_000);
const secretOf = ({ path }: { path: string }) => path.replace("/preview/link/", "");

async function openWithPost(engine: (typeof engines)[number]) {
  const open = await openTestAccounts(engine);
  const { id: maker } = await open.person("nadia@kolpona.example", { role: "editor", password: null });
  const { id } = await write(open.db, (tx) => createEntry(tx, blog, { title: "Draft" }, actionContext));
  const link = (days = 7) =>
    write(open.db, async (tx) => {
      const entry = await openEntry(tx, blog, id);
      return createPreviewLink(tx, entry, days, { actor: { id: maker, requestId: "test" }, now });
    });
  return { ...open, id, link, maker };
}

test.each(engines)("%s: a link works until it expires; its secret is hashed", async (engine) => {
  await using open = await openWithPost(engine);
  const { db, id } = open;
  for (const days of previewDays) {
    const link = await open.link(days);
    const secret = secretOf(link);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(link.expiresAt).toBe(after(days).toISOString());
    expect(await findPreviewed(db, secret, now)).toMatchObject({ id, kind: { name: "blog" } });
    expect(await findPreviewed(db, secret, after(days))).toBeNull();
    const stored = JSON.stringify([
      await db.query.selectFrom("preview_links").selectAll().execute(),
      await db.query.selectFrom("audit").selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    // The hash itself is not a valid secret.
    const row = await db.query.selectFrom("preview_links").select("token_hash").executeTakeFirstOrThrow();
    expect(await findPreviewed(db, row.token_hash, now)).toBeNull();
  }
  expect(await listPreviewLinks(db, id, now)).toHaveLength(3);
  expect(await listPreviewLinks(db, id, after(2))).toHaveLength(2);
  await cleanUpPreviewLinks(db, after(2));
  expect(await listPreviewLinks(db, id, now)).toHaveLength(2);
});

test.each(engines)("%s: links end when revoked or their entry is trashed", async (engine) => {
  await using open = await openWithPost(engine);
  const { db, id } = open;
  const [one, other] = [await open.link(), await open.link()];
  await write(db, (tx) => revokePreviewLink(tx, blog, id, one.id, actionContext));
  expect(await findPreviewed(db, secretOf(one), now)).toBeNull();
  expect(await findPreviewed(db, secretOf(other), now)).not.toBeNull();
  const again = write(db, (tx) => revokePreviewLink(tx, blog, id, one.id, actionContext));
  await expect(again).rejects.toMatchObject({ code: "missing" });
  const { id: stranger } = await write(db, (tx) => createEntry(tx, blog, { title: "Other" }, actionContext));
  const crossed = write(db, (tx) => revokePreviewLink(tx, blog, stranger, other.id, actionContext));
  await expect(crossed, "another entry's link").rejects.toMatchObject({ code: "missing" });
  await write(db, (tx) => trash(tx, blog, id, actionContext));
  expect(await findPreviewed(db, secretOf(other), now)).toBeNull();
  await write(db, (tx) => untrash(tx, blog, id, actionContext));
  expect(await findPreviewed(db, secretOf(other), now)).not.toBeNull();
});

test.each(engines)("%s: rejects other periods, missing entries and a twenty-first link", async (engine) => {
  await using open = await openWithPost(engine);
  for (const days of [0, 2, 365, Number.NaN])
    await expect(open.link(days)).rejects.toMatchObject({ fields: { days: expect.any(String) } });
  const nowhere = write(open.db, (tx) => openEntry(tx, blog, "none-0001"));
  await expect(nowhere).rejects.toMatchObject({ code: "missing" });
  await write(open.db, (tx) => trash(tx, blog, open.id, actionContext));
  await expect(open.link()).rejects.toMatchObject({ code: "missing" });
  await write(open.db, (tx) => untrash(tx, blog, open.id, actionContext));
  for (let n = 0; n < 20; n += 1) await open.link();
  await expect(open.link()).rejects.toMatchObject({ fields: { days: expect.stringContaining("20") } });
});

test.each(engines)("%s: previews the newest version, or an older one by number", async (engine) => {
  await using open = await openWithPost(engine);
  const { db, id } = open;
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  await write(db, (tx) =>
    saveVersion(tx, blog, id, 1, { title: "Draft two", author: "Rahima" }, actionContext),
  );
  const newest = await readPreview(db, blog, id);
  expect(newest).toMatchObject({ version: 2, isLive: false, isNewest: true, state: "changed" });
  expect(newest.entry).toMatchObject({
    title: "Draft two",
    path: "/blog/Draft-two",
    data: { author: "Rahima" },
  });
  expect(cardOf(blog, newest.entry).data).not.toHaveProperty("body");
  expect(await readPreview(db, blog, id, 1)).toMatchObject({
    isLive: true,
    isNewest: false,
    entry: { title: "Draft" },
  });
  await expect(readPreview(db, blog, id, 9)).rejects.toMatchObject({ code: "missing" });
});

test.each(engines)("%s: M15 a link ends with its creator's permissions", async (engine) => {
  await using open = await openWithPost(engine);
  const secret = secretOf(await open.link(30));
  const change = (set: { banned?: 0 | 1; role?: "member" | "editor" }) =>
    open.db.query.updateTable("users").set(set).where("id", "=", open.maker).execute();
  await change({ banned: 1 });
  expect(await findPreviewed(open.db, secret, now)).toBeNull();
  await change({ banned: 0, role: "member" });
  expect(await findPreviewed(open.db, secret, now)).toBeNull();
  await change({ role: "editor" });
  expect(await findPreviewed(open.db, secret, now)).not.toBeNull();
  await open.db.query.deleteFrom("users").where("id", "=", open.maker).execute();
  expect(await findPreviewed(open.db, secret, now)).toBeNull();
});
