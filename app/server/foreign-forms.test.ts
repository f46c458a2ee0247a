import { RouterContextProvider } from "react-router";
import { expect, test, vi } from "vitest";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import type { FormAnswer } from "#app/site/forms/form-answer.ts";
import { guardModule } from "../domain/routing/guard.ts";
import { pageContext } from "../domain/routing/page-context.ts";
import routes from "../routes.ts";
import type { ProductRoute } from "./declare-routes.ts";

vi.mock(import("#app/domain/accounts/sessions/identify.ts"), async (load) => ({
  ...(await load()),
  identify: vi.fn(),
}));

const publicUrl = new URL("https://www.company.example");
const files = import.meta.glob<Parameters<typeof guardModule>[0]>([
  "../site/**/*.{ts,tsx}",
  "../dashboard/**/*.{ts,tsx}",
]);

/** Finds all routes with an action. */
async function routesWithAction(entries: readonly ProductRoute[]): Promise<ProductRoute[]> {
  const found = await Promise.all(
    entries.map(async (entry) => {
      const { action } = (await files[`../${entry.file}`]?.()) ?? {};
      return [...(action ? [entry] : []), ...(await routesWithAction(entry.children ?? []))];
    }),
  );
  return found.flat();
}

const senders = {
  "another site": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  "a sibling site": { "sec-fetch-site": "same-site", origin: "https://shop.company.example" },
  "a sandboxed frame": { "sec-fetch-site": "cross-site", origin: "null" },
  nowhere: {},
};

/** Sends a cross-site form to a route from an admin's browser. Returns the answer and whether the body was read. */
async function sendTo({ file, rules }: ProductRoute, headers: Record<string, string>) {
  const signed = { person: { id: "a", role: "admin" }, isFresh: true, needsTwoFactor: false };
  vi.mocked(identify).mockResolvedValue(signed as Awaited<ReturnType<typeof identify>>); // as much as the guard reads
  const context = new RouterContextProvider();
  context.set(pageContext, { publicUrl, requestContext: {}, accounts: {} } as never);
  let isRead = false;
  const pull = () => {
    isRead = true;
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  // Node requires `duplex` with a stream; the DOM types lack it.
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const request = new Request(`${publicUrl.origin}/somewhere`, init);
  const module = await files[`../${file}`]?.();
  const { action } = guardModule(module ?? {}, rules);
  const args = { context, request, url: new URL(request.url), params: {}, pattern: "/somewhere" };
  const answer = await action?.(args);
  if (answer instanceof Response) return { status: answer.status, body: await answer.json(), isRead };
  const { data, init: given } = answer as { data: unknown; init: ResponseInit | null };
  return { status: given?.status, body: data, isRead };
}

const sentence = "Your browser did not confirm that this form is from our site. Please send it again.";

test("Z6 routes reject cross-site forms unread, unless declared otherwise", async () => {
  const all = await routesWithAction(routes);
  expect(all.length).toBeGreaterThan(60);
  const own = all.filter(({ rules }) => rules.formsFrom !== "anywhere");
  for (const route of own)
    for (const [from, headers] of Object.entries(senders)) {
      const { status, body, isRead } = await sendTo(route, headers);
      expect([route.id, from, status, isRead]).toEqual([route.id, from, 403, false]);
      expect(body).toMatchObject({ refusal: { code: "forbidden", message: sentence } satisfies Part });
    }
  expect(all.filter((route) => !own.includes(route)).map(({ id }) => id)).toEqual([
    "site/pages/newsletter/confirm",
    "site/pages/newsletter/unsubscribe",
    "site/shell/not-found",
    "dashboard/shell/no-screen",
  ]);
});

type Part = Partial<ActionError["refusal"]>;

test("Z6 shows a rejected form's message on its page and as JSON", async () => {
  const [contact, signUp] = (await routesWithAction(routes)).filter(({ id }) =>
    ["site/pages/contact/contact", "site/pages/newsletter/sign-up"].includes(id),
  );
  if (!contact || !signUp) throw new Error("There are no such routes.");
  expect((await sendTo(contact, senders.nowhere)).body).toMatchObject({
    title: sentence,
    errors: {},
    typed: {},
    isConsentTicked: false,
  } satisfies FormAnswer);
  expect((await sendTo(signUp, senders.nowhere)).body).toMatchObject({ error: sentence, detail: sentence });
});
