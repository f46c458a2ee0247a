import { expect, test } from "vitest";
import { staleStatus } from "#app/pages/confirmation.ts";
import { DomainError, type DomainErrorCode } from "#app/platform/domain-error.ts";
import { domainErrorAnswers, formStatus, retryAfter } from "./refusals.ts";

test("only a session that is not fresh answers a form so that the browser asks for the password over it", () => {
  // The keys of the table are all the codes there are.
  const codes = Object.keys(domainErrorAnswers) as DomainErrorCode[];
  expect(codes.filter((code) => formStatus(code) === staleStatus)).toEqual(["stale-session"]);
});

test("who asked too often, or while all hands are busy, is told when to come back", () => {
  expect(retryAfter(new DomainError("too-many", "Too often.", { detail: 90 }))).toBe("90");
  expect(retryAfter(new DomainError("too-busy", "Busy."))).toBe("60");
  expect(retryAfter(new DomainError("invalid", "Wrong."))).toBeNull();
});
