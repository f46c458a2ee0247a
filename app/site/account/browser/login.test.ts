import { expect, test, vi } from "vitest";
import type { SessionUser } from "#app/domain/accounts/accounts.ts";
import { createLogin, type LoginDependencies } from "./login.ts";
import { SignInError } from "./sign-in-error.ts";

const rima: SessionUser = { id: "1", name: "Rima", email: "rima@tea.example", role: "member", image: null };

function open(over: Partial<LoginDependencies> = {}) {
  let user: SessionUser | null = null;
  const ask = vi.fn(async (path: string): Promise<unknown> => {
    if (path === "auth/sign-in") user = rima;
    if (path === "auth/sign-out") user = null;
    return { next: "in" };
  });
  const parts = {
    ask: ask as LoginDependencies["ask"],
    askUser: vi.fn(async () => user),
    token: {
      follow: vi.fn(async () => {}),
      refresh: vi.fn(async () => {}),
      use: vi.fn(async () => null),
    },
    openGoogle: vi.fn(async () => {
      user = rima;
      return { outcome: "in" as const };
    }),
    notifyTabs: vi.fn(),
    forget: vi.fn(),
    ...over,
    alert: vi.fn(),
  };
  const login = createLogin(parts);
  const seen: boolean[] = [];
  login.subscribe(() => seen.push(login.state().loading));
  return { login, parts, ask, seen, signInElsewhere: () => (user = rima) };
}

test("loading ends with the first report, even a failed one", async () => {
  const { login } = open();
  expect(login.state()).toEqual({ loading: true, user: null });
  await login.report();
  expect(login.state()).toEqual({ loading: false, user: null });
  const broken = open({ askUser: () => Promise.reject(new SignInError("network-request-failed")) });
  await broken.login.report();
  expect(broken.login.state().loading).toBe(false);
  expect(broken.parts.token.follow).not.toHaveBeenCalled();
});

const operations = {
  createUser: (login: ReturnType<typeof createLogin>) =>
    login.createUser({ name: "R", email: "r@tea.example", password: "p", passwordAgain: "p", consent: true }),
  signIn: (login: ReturnType<typeof createLogin>) => login.signIn("rima@tea.example", "a good long password"),
  resetPassword: (login: ReturnType<typeof createLogin>) => login.resetPassword("rima@tea.example"),
  signOut: (login: ReturnType<typeof createLogin>) => login.signOut(),
  signInWithGoogle: (login: ReturnType<typeof createLogin>) => login.signInWithGoogle(),
};

test.each(Object.entries(operations))("loading is true again while %s runs", async (_, run) => {
  const { login, seen } = open();
  await login.report();
  seen.length = 0;
  const running = run(login);
  expect(login.state().loading).toBe(true);
  await running;
  expect(login.state().loading).toBe(false);
  expect(seen.at(0)).toBe(true);
  expect(seen.at(-1)).toBe(false);
});

test.each(Object.entries(operations))("loading ends when %s fails", async (_, run) => {
  const fails = () => Promise.reject(new SignInError("network-request-failed"));
  const { login } = open({ ask: fails, openGoogle: fails });
  await login.report();
  await expect(run(login)).rejects.toMatchObject({ code: "network-request-failed" });
  expect(login.state().loading).toBe(false);
});

test("loading lasts until both of two operations end", async () => {
  const slow = Promise.withResolvers<{ outcome: "second-step" }>();
  const { login } = open({ openGoogle: () => slow.promise });
  await login.report();
  const google = login.signInWithGoogle();
  await login.resetPassword("rima@tea.example");
  expect(login.state().loading).toBe(true);
  slow.resolve({ outcome: "second-step" });
  expect(await google).toBe("second-step");
  expect(login.state().loading).toBe(false);
});

test("updates the token and notifies other tabs when the user changes", async () => {
  const { login, parts } = open();
  await login.report();
  expect(parts.token.follow).toHaveBeenLastCalledWith(null);
  expect(await login.signIn("rima@tea.example", "a good long password")).toBe("in");
  expect(login.state().user).toEqual(rima);
  expect(parts.token.follow).toHaveBeenLastCalledWith("rima@tea.example");
  await login.signOut();
  expect(login.state().user).toBeNull();
  expect(parts.token.follow).toHaveBeenLastCalledWith(null);
  expect(parts.notifyTabs).toHaveBeenCalledTimes(2);
});

test("alerts about a missing e-mail address and sends no request", async () => {
  const { login, parts, ask } = open();
  await login.report();
  for (const email of ["", "   "])
    await expect(login.resetPassword(email)).rejects.toMatchObject({
      fields: { email: "Please provide a valid email address" },
    });
  expect(parts.alert.mock.calls).toEqual([
    ["Please provide a valid email address"],
    ["Please provide a valid email address"],
  ]);
  expect(ask).not.toHaveBeenCalled();
});

test("ignores a user answer that arrives after a sign-out", async () => {
  const late = Promise.withResolvers<SessionUser | null>();
  const { login } = open({ askUser: () => late.promise });
  const reporting = login.report();
  await login.signOut();
  late.resolve(rima);
  await reporting;
  expect(login.state().user).toBeNull();
});

test("A16 rejects a popup result without a session", async () => {
  const { login } = open({ openGoogle: async () => ({ outcome: "in" }) });
  await expect(login.signInWithGoogle()).rejects.toMatchObject({ code: "invalid-auth-event" });
  expect(login.state()).toEqual({ loading: false, user: null });
});

test("a refused provider sign-in keeps its code", async () => {
  const { login } = open({ openGoogle: async () => ({ outcome: "refused", code: "banned" }) });
  await expect(login.signInWithGoogle()).rejects.toMatchObject({ code: "banned" });
});
