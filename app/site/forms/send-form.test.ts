import { redirect } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepTypedForm } from "./send-form.ts";

const sent = new URLSearchParams({ name: "Rahima", message: "Hello", consent: "on" });
const request = () => new Request("http://site.example/contact", { method: "POST", body: sent });

test("L13 without an answer the form stays, with all that was typed and a status that loads nothing anew", async () => {
  const gone = async () => {
    throw new TypeError("Failed to fetch");
  };
  const kept = await keepTypedForm({ request: request(), serverAction: gone });
  expect(kept).toMatchObject({
    init: { status: 503 },
    data: { errors: {}, isConsentTicked: true, typed: { name: "Rahima", message: "Hello" } },
  });
});

test("without a connection only a form that sends itself later says that it will", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const gone = async () => {
    throw new TypeError("Failed to fetch");
  };
  expect(await keepTypedForm({ request: request(), serverAction: gone })).toMatchObject({
    data: {
      title: "You have no connection. Nothing was sent; try again when you are connected.",
      isWaiting: false,
    },
  });
  expect(await keepTypedForm({ request: request(), serverAction: gone, sendsItself: true })).toMatchObject({
    data: { title: expect.stringContaining("is sent by itself"), errors: {}, isWaiting: true },
  });
});

test("answers and redirects pass through", async () => {
  const answer = { title: "Two things stop us from sending this" };
  expect(await keepTypedForm({ request: request(), serverAction: async () => answer })).toBe(answer);
  const toSent = async () => {
    throw redirect("/contact?sent=x", 303);
  };
  await expect(keepTypedForm({ request: request(), serverAction: toSent })).rejects.toHaveProperty(
    "status",
    303,
  );
});
