import { expect, test } from "vitest";
import { staleStatus } from "#app/domain/accounts/browser/confirmation.ts";
import { DomainError, type DomainErrorCode } from "#app/lib/errors/domain-error.ts";
import { domainErrorAnswers, formStatus, retryAfter } from "./refusals.ts";

test("only a stale session prompts for the password over a form", () => {
  // The table has all codes as keys.
  const codes = Object.keys(domainErrorAnswers) as DomainErrorCode[];
  expect(codes.filter((code) => formStatus(code) === staleStatus)).toEqual(["stale-session"]);
});

test("sends Retry-After for too many requests and overload", () => {
  expect(retryAfter(new DomainError("too-many", "Too often.", { detail: 90 }))).toBe("90");
  expect(retryAfter(new DomainError("too-busy", "Busy."))).toBe("60");
  expect(retryAfter(new DomainError("invalid", "Wrong."))).toBeNull();
});
