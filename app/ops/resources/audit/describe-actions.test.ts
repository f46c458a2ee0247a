import { expect, test } from "vitest";
import { readActorNames } from "#app/domain/accounts/staff/actor-names.ts";
import { listAuditActions, subjectKindOf } from "#app/domain/audit/actions.ts";
import { type Actor, listAuditRows, recordAudit } from "#app/domain/audit/audit.ts";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { removeCategory } from "#app/domain/content/categories/remove-category.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { deletePermanently } from "#app/domain/content/trash.ts";
import { aReader, aStaffMember, sendLead } from "#app/domain/leads/leads.fixture.ts";
import { removeTemplate, saveTemplate } from "#app/domain/leads/workflow/templates.ts";
import { createCampaign, deleteCampaign } from "#app/domain/newsletter/campaigns.ts";
import { aBody } from "#app/domain/newsletter/newsletter.fixture.ts";
import { createWebhook } from "#app/domain/webhooks/webhooks.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, trash } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { type DescribedAction, describeActions, nameOfAction, phraseOf } from "./describe-actions.ts";
import { nameSubjectOf } from "./find-subjects.ts";

const actions = listAuditActions(kinds.map(({ name }) => name));

test("every action has a sentence and a readable filter name", () => {
  expect(actions.filter((action) => phraseOf(action) === null)).toEqual([]);
  const names = actions.map((action) => nameOfAction(action, nameSubjectOf(action)));
  expect(names.filter((name) => /undefined|[.·]|\b(a|an|the)$|: *$/.test(name))).toEqual([]);
  // No repeated nouns, such as "Replaced the file a file".
  expect(names.filter((name) => /\b(the \w+|settings|reply|order of the) an? \w+/.test(name))).toEqual([]);
  expect(nameOfAction("blog.publish", "a post")).toBe("Published a post");
  // Matches the label of its button.
  expect(nameOfAction("import.drop", "")).toBe("Discarded an import");
});

function sentence({ actor, before, subject, after }: DescribedAction): string {
  return `${actor.name} ${before} ${subject?.name ?? ""}${after}`.trim();
}

async function describeAll(db: Database, role: "editor" | "admin" = "admin") {
  const described: DescribedAction[] = [];
  for (let after: string | undefined; ; ) {
    const { rows, next } = await listAuditRows(db, { limit: 100, after });
    described.push(...(await describeActions(db, rows, role)));
    if (next === null) return described;
    after = next;
  }
}

async function makeSubjects(db: Database) {
  const { actor, now } = await aStaffMember(db, { role: "admin" });
  const actionContext = { actor, now };
  const karim = await aStaffMember(db, { name: "Karim" });
  const lead = await sendLead(db);
  const reader = await aReader(db);
  const mail = await db.query.selectFrom("outbox").select("id").executeTakeFirstOrThrow();
  const made = await write(db, async (tx) => ({
    entry: (await createEntry(tx, blog, { title: "Looms" }, actionContext)).id,
    category: (await createCategory(tx, "blog", { name: "Weaving" }, actor)).id,
    newsletter: await createCampaign(
      tx,
      { subject: "March", preview: "", body: aBody(), isPublic: false },
      actionContext,
    ),
    "reply-template": await saveTemplate(tx, null, { title: "Thanks", body: "Thank you" }, actionContext),
  }));
  const file = "0194f5d0-0000-7000-8000-00000000000f";
  await db.query
    .insertInto("files")
    .values({
      id: file,
      name: "loom.jpg",
      type: "image/webp",
      width: 10,
      height: 10,
      pages: null,
      bytes: 1,
      alt: "",
      focal_x: 0.5,
      focal_y: 0.5,
      placeholder: "",
      created_at: now.toISOString(),
      created_by: null,
    })
    .execute();
  const webhook = await write(db, (tx) =>
    createWebhook(
      tx,
      { url: "https://hooks.shapla.example/", events: ["entry.published"], hasPersonalData: false },
      actionContext,
    ),
  );
  const token = "0194f5d0-0000-7000-8000-00000000000d";
  await db.query
    .insertInto("service_tokens")
    .values({
      id: token,
      name: "Importer",
      start: "fdk_0123456789ab",
      token_hash: "",
      scopes: "content:read",
      created_by: actor.id,
      created_at: now.toISOString(),
      expires_at: now.toISOString(),
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  const ids: Record<ReturnType<typeof subjectKindOf>, string> = {
    ...made,
    lead,
    file,
    subscriber: reader.id,
    mail: mail.id,
    person: karim.actor.id,
    "service-token": token,
    webhook: webhook.id,
    taxonomy: "blog",
    settings: "site",
    redirect: "0194f5d0-0000-7000-8000-00000000000e",
    none: "",
  };
  return { actor, actionContext, ids };
}

async function recordEvery(db: Database, actor: Actor, ids: Record<string, string>) {
  await write(db, async (tx) => {
    for (const action of actions) {
      const kind = subjectKindOf(action);
      const detail = kind === "settings" ? "company" : "";
      // `actions` contains exactly the actions that can be recorded.
      await recordAudit(tx, actor, action as "settings.save", ids[kind] ?? "", detail);
    }
  });
}

test.each(engines)("%s: S5 describes every action with the name of its subject", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { actor, ids } = await makeSubjects(db);
  await recordEvery(db, actor, ids);
  const described = await describeAll(db);
  expect(described.length).toBeGreaterThanOrEqual(actions.length);
  const sentences = described.map(sentence);
  const unnamed = /undefined|\ba deleted |unknown|former user|somebody|Somebody|\w\.\w+:/;
  expect(sentences.filter((words) => unnamed.test(words))).toEqual([]);
  expect(sentences).toContain("Nadia marked the message from Rahima as spam");
  expect(sentences).toContain("Nadia published “Looms”");
  expect(sentences).toContain("Nadia changed the settings “Company”");
  expect(sentences).toContain("Nadia banned Karim");
  const forEditors = (await describeAll(db, "editor")).flatMap((one) => [one.actor.path, one.subject?.path]);
  expect(forEditors.filter((path) => path && /\/(user|tokens|webhooks|settings|mail)\b/.test(path))).toEqual(
    [],
  );
});

test.each(engines)("%s: S5 a deleted subject is shown by stored name or kind", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { actor, actionContext, ids } = await makeSubjects(db);
  await recordEvery(db, actor, ids);
  await write(db, (tx) => trash(tx, blog, ids.entry, actionContext));
  await deletePermanently(db, ids.entry, actionContext);
  await write(db, async (tx) => {
    await removeCategory(tx, "blog", ids.category, null, actor);
    await deleteCampaign(tx, ids.newsletter, actionContext);
    await removeTemplate(tx, ids["reply-template"], actionContext);
    await tx.query.deleteFrom("outbox").where("id", "=", ids.mail).execute();
  });
  const sentences = (await describeAll(db)).map(sentence);
  expect(sentences).toContain("Nadia published “Looms”");
  expect(sentences).toContain("Nadia deleted “Looms” permanently");
  expect(sentences).toContain("Nadia added the category “Weaving”");
  expect(sentences).toContain("Nadia scheduled “March”");
  expect(sentences).toContain("Nadia saved the reply “Thanks”");
  expect(sentences).toContain("Nadia viewed the links in a deleted e-mail");
});

test("sentences include details: assignee, status, old and new address", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const { actor, ids } = await makeSubjects(db);
  await write(db, async (tx) => {
    const record = (action: "lead.assigned" | "lead.status" | "redirect.create", detail: object) =>
      recordAudit(tx, actor, action, ids.lead, JSON.stringify(detail));
    await record("lead.assigned", { from: null, to: ids.person });
    await record("lead.assigned", { from: ids.person, to: null });
    await record("lead.status", { from: "new", to: "waiting" });
    await record("lead.status", { from: "new", to: "closed" });
    await record("redirect.create", { from: "/old", path: "/blog" });
  });
  const sentences = (await describeAll(db)).map(sentence);
  expect(sentences).toEqual(
    expect.arrayContaining([
      "Nadia assigned the message from Rahima to Karim",
      "Nadia unassigned the message from Rahima",
      "Nadia moved the message from Rahima to Waiting",
      "Nadia closed the message from Rahima",
      "Nadia added a redirect: /old → /blog",
    ]),
  );
});

test("attributes command-line actions to the command line", async () => {
  await using open = await openTestDatabase("sqlite");
  const by = (id: string): Actor => ({ id, requestId: "" });
  await write(open.db, async (tx) => {
    await recordAudit(tx, by("restore"), "backup.restore-entry", "gone", "2026-11-23T12:00:00.000Z");
    await recordAudit(tx, by("restore"), "backup.restore-lead", "gone", "2026-11-23T12:00:00.000Z");
    await recordAudit(tx, by("command"), "settings.save", "company");
  });
  const names = (await describeAll(open.db)).map(({ actor }) => actor.name);
  expect(names).toEqual(["The command line", "The command line", "The command line"]);
  expect((await readActorNames(open.db, ["restore"]))("restore")).toBe("The command line");
});
