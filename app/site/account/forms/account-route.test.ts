import { type ActionFunctionArgs, RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { guardModule } from "#app/domain/routing/guard.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { takeForm } from "./account-route.ts";

/** A request that counts the reads of its body. */
function accountRequest(text = "name=Rahima") {
  let pulls = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        pulls += 1;
        controller.enqueue(Buffer.from(text));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const type = "application/x-www-form-urlencoded";
  const init = { method: "POST", headers: { "content-type": type }, duplex: "half" };
  // Node asks for `duplex` with a stream; the DOM's types don't know it.
  const request = new Request("https://kolpona.example/myprofile", { ...init, body } as RequestInit);
  return { request, pulls: () => pulls };
}

async function open() {
  const site = await openTestSite("sqlite");
  const context = new RouterContextProvider();
  context.set(pageContext, site.context);
  return { context, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test("H1 does not read a profile form before the sender is known", async () => {
  await using site = await open();
  const { request, pulls } = accountRequest();
  const { action } = guardModule(
    { action: (args: ActionFunctionArgs) => takeForm(args, async () => null) },
    { who: "signed-in" },
  );
  const url = new URL(request.url);
  const args = { context: site.context, request, url, params: {}, pattern: "/myprofile" };
  const answer = await Promise.resolve(action(args)).catch((thrown: unknown) => thrown);
  expect(answer).toBeInstanceOf(Response);
  if (answer instanceof Response) {
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/login?next=%2Fmyprofile&problem=signed-out");
  }
  expect(pulls()).toBe(0);
});

test.each([
  ["too many fields", "a&".repeat(300), 413, /too many fields/],
  ["too much text", `name=${"x".repeat(100_001)}`, 413, /form is too long/],
  ["a NUL", "name=a%00b", 400, /can't be stored/],
])("H1 M9 rejects a form with %s with a message", async (_, text, status, title) => {
  await using site = await open();
  const { request } = accountRequest(text);
  const answer = await takeForm({ context: site.context, request }, async () => null);
  expect(answer).toMatchObject({ data: { title: expect.stringMatching(title) }, init: { status } });
});
