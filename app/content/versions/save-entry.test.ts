import { expect, test } from "vitest";
import { blog } from "#app/content/kinds/blog.ts";
import { trash } from "#app/content/publishing/publishing.ts";
import { write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createOrContinue } from "./create-entry.ts";
import { listVersions } from "./read-versions.ts";
import { saveInput } from "./save-entry.ts";

const save = { actor: { id: "rahima", requestId: "test" }, now: new Date("2026-03-01T10:00:00.000Z") };
const autosave = { ...save, isAutosave: true };

test.each(engines)(
  "%s: what changes nothing makes no version, and a save keeps an autosave for good",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const make = (tx: Parameters<Parameters<typeof write>[1]>[0]) =>
      createOrContinue(tx, blog, { title: "River" }, { ...save, key: "k1" });
    const { id } = await write(db, make);
    const change = (basedOn: number, input: object, how: typeof save) =>
      write(db, (tx) => saveInput(tx, blog, id, basedOn, { ...input }, how));
    expect((await change(1, { title: "River" }, autosave)).version).toBe(1);
    expect((await change(1, { summary: "Wide" }, autosave)).version).toBe(2);
    expect((await change(2, { summary: "Wider" }, autosave)).version).toBe(3);
    expect((await change(3, { summary: "Wider" }, save)).version).toBe(3);
    expect((await change(3, { summary: "Widest" }, autosave)).version).toBe(4);
    const versions = await listVersions(db, id);
    expect(versions.map(({ number, is_autosave }) => [number, is_autosave])).toEqual([
      [4, 1],
      [3, 0],
      [1, 0],
    ]);
  },
);

test.each(engines)(
  "%s: D6 a stale save loses neither text, and says what both began with",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const { id } = await write(db, (tx) =>
      createOrContinue(tx, blog, { title: "River", summary: "Base" }, { ...save, key: "k1" }),
    );
    await write(db, (tx) => saveInput(tx, blog, id, 1, { summary: "Theirs" }, save));
    const refusal = await write(db, (tx) =>
      saveInput(tx, blog, id, 1, { summary: "Mine", body: { markdown: "*Mine*" } }, save),
    ).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      code: "stale",
      detail: {
        version: 2,
        data: { summary: "Theirs" },
        author: "rahima",
        base: { summary: "Base" },
        mine: { title: "River", summary: "Mine", body: { type: "doc" } },
      },
    });
  },
);

test.each(engines)(
  "%s: D7 a form sent again goes on with the draft it made, and never makes a second",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const send = (summary: string) =>
      write(db, (tx) => createOrContinue(tx, blog, { title: "River", summary }, { ...save, key: "k1" }));
    const sent = await Promise.all(Array.from({ length: 20 }, () => send("One")));
    expect(new Set(sent.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
    expect(await send("Two")).toMatchObject({ version: 2, id: sent[0]?.id, data: { summary: "Two" } });
    await expect(send("Three")).rejects.toMatchObject({
      code: "stale",
      detail: { mine: { summary: "Three" } },
    });
    await write(db, (tx) => trash(tx, blog, sent[0]?.id ?? "", save));
    await expect(send("Four")).rejects.toMatchObject({ code: "missing" });
    expect(await db.query.selectFrom("entries").select("id").execute()).toHaveLength(1);
  },
);
