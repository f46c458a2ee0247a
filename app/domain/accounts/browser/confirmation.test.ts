import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { confirmInPlace } from "./confirmation.ts";

const form = { method: "POST", body: new URLSearchParams({ email: "karim@shapla.example" }) };
let statuses: number[] = [];
let sent: unknown[][] = [];

beforeEach(() => {
  sent = [];
  const fetch = async (...request: unknown[]) => {
    sent.push(request);
    return new Response(null, { status: statuses.shift() ?? 500 });
  };
  vi.stubGlobal("location", { href: "https://www.company.example/dashboard/user/invite" });
  vi.stubGlobal("window", { fetch });
});
afterEach(() => vi.unstubAllGlobals());

test("resends a form refused with a stale session after the user confirms", async () => {
  statuses = [401, 200];
  confirmInPlace(async () => true);
  expect((await window.fetch("/dashboard/user/invite.data", form)).status).toBe(200);
  expect(sent).toEqual([
    ["/dashboard/user/invite.data", form],
    ["/dashboard/user/invite.data", form],
  ]);
});

test("returns the refusal and resends nothing without a confirmation", async () => {
  statuses = [401, 200];
  confirmInPlace(async () => false);
  expect((await window.fetch("/dashboard/user/invite.data", form)).status).toBe(401);
  expect(sent).toHaveLength(1);
});

test("opens one dialog for two concurrent forms", async () => {
  statuses = [401, 401, 200, 200];
  const ask = vi.fn(async () => true);
  confirmInPlace(ask);
  await Promise.all([window.fetch("/a.data", form), window.fetch("/b.data", form)]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("ignores other statuses and requests that are not forms", async () => {
  const ask = vi.fn(async () => true);
  confirmInPlace(ask);
  statuses = [422, 401, 401];
  expect((await window.fetch("/a.data", form)).status).toBe(422);
  expect((await window.fetch("/api/jwt", { method: "POST" })).status).toBe(401);
  expect((await window.fetch("/a.data")).status).toBe(401);
  expect(ask).not.toHaveBeenCalled();
});
