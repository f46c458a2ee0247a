import { expect, test } from "vitest";
import { checkConfig, checkProject } from "./google-sign-in.ts";

const place = { hostname: "www.company.example", canOpenPopups: true, keepsCookies: true };
const config = { apiKey: "frontdesk-web", authDomain: "www.company.example" };

test.each([
  ["dependent-sdk-initialized-before-auth", null, place],
  ["operation-not-supported-in-this-environment", config, { ...place, canOpenPopups: false }],
  ["web-storage-unsupported", config, { ...place, keepsCookies: false }],
  ["invalid-api-key", { ...config, apiKey: "" }, place],
  ["auth-domain-config-required", { ...config, authDomain: "" }, place],
])("O9 reports %s before a popup opens", (code, given, where) => {
  expect(() => checkConfig(given, where)).toThrow(expect.objectContaining({ code }));
});

test("O9 accepts a correctly configured page", () => {
  expect(() => checkConfig(config, place)).not.toThrow();
});

test.each([
  ["unauthorized-domain", ["company.example", "evil.www.company.example"], ["google"]],
  ["operation-not-supported-in-this-environment", ["www.company.example"], ["password", "passkey"]],
] as const)("O9 reports %s from the project's settings", (code, domains, kinds) => {
  const project = { projectId: "x", authorizedDomains: [...domains], signInKinds: [...kinds] };
  expect(() => checkProject(project, place)).toThrow(expect.objectContaining({ code }));
});
