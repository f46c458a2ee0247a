import { expect, test } from "vitest";
import { service } from "#app/domain/content/kinds/service.ts";
import { newReference } from "#app/domain/leads/intake/reference.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { createRequestContext } from "#app/platform/http/listener/request-context.ts";
import { readContactPage } from "#app/site/forms/lead-pages.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";

test.each([
  ["UI/UX Design", "UI/UX Design"],
  ["ui/ux-design", "UI/UX Design"],
  ["Gardening", ""],
  ["", ""],
])("preselects the service that the address names: %s", async (param, chosen) => {
  await using site = await openTestSite("sqlite");
  await site.publish(service, { title: "UI/UX Design" });
  await site.draft(service, { title: "Gardening" });
  const { page } = await read(site.context, { service: param });
  expect(page).toMatchObject({ services: ["UI/UX Design"], chosen });
});

test("shows only a well-formed reference", async () => {
  await using site = await openTestSite("sqlite");
  const reference = newReference();
  expect((await read(site.context, { sent: reference.toLowerCase() })).page.sent).toBe(reference);
  for (const sent of ["You have won!", "FD-0000-0001", "", "<b>"])
    expect((await read(site.context, { sent })).page.sent).toBeNull();
});

test("P2 a confirmation and an unknown service are not cached", async () => {
  await using site = await openTestSite("sqlite");
  await site.publish(service, { title: "Web" });
  expect(await read(site.context, {})).toMatchObject({ isMarked: true, isStored: true });
  expect(await read(site.context, { service: "web" })).toMatchObject({ isMarked: true, isStored: true });
  for (const query of [{ sent: newReference() }, { sent: "x" }, { service: "x".repeat(90) }])
    expect(await read(site.context, query as Record<string, string>)).toMatchObject({
      isMarked: false,
      isStored: false,
    });
});

async function read(context: PageContext, query: Record<string, string>) {
  const requestContext = createRequestContext({ id: "test", address: "192.0.2.1", secure: true });
  const url = new URL(`https://kolpona.example/contact?${new URLSearchParams(query)}`);
  const answer = await readContactPage({ ...context, requestContext }, url);
  const page = "data" in answer ? answer.data : answer;
  return { page, isMarked: requestContext.isCacheable, isStored: !("init" in answer) };
}
