import { expect, test } from "vitest";
import { asSignInError, SignInError, signInErrorCodes } from "./sign-in-error.ts";

const specified = [
  "operation-not-supported-in-this-environment",
  "internal-error",
  "cancelled-popup-request",
  "popup-closed-by-user",
  "popup-blocked",
  "web-storage-unsupported",
  "network-request-failed",
  "unauthorized-domain",
  "invalid-auth-event",
  "auth-domain-config-required",
  "invalid-api-key",
  "dependent-sdk-initialized-before-auth",
];

test("O9 has exactly the twelve specified codes", () => {
  expect([...signInErrorCodes].sort()).toEqual([...specified].sort());
});

test.each(signInErrorCodes)("O9 %s has a message and a next step without the code", (code) => {
  const { message, nextStep } = new SignInError(code);
  for (const sentence of [message, nextStep]) {
    expect(sentence).toMatch(/^[A-Z].{20,}\.$/);
    expect(sentence).not.toContain(code);
    expect(sentence).not.toMatch(/\b(API|SDK|auth|popup|domain|error|invalid)\b/i);
  }
});

test("O9 each code has its own message", () => {
  expect(new Set(signInErrorCodes.map((code) => new SignInError(code).message)).size).toBe(12);
});

test("O9 an unexpected error becomes an internal error without its details", () => {
  const shown = asSignInError(new TypeError("x is undefined at secret.js:1"));
  expect(shown.code).toBe("internal-error");
  expect(shown.message).not.toContain("secret");
  const known = new SignInError("popup-blocked");
  expect(asSignInError(known)).toBe(known);
});
