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
])("O9 %s is found out before anything is opened", (code, given, where) => {
  expect(() => checkConfig(given, where)).toThrow(expect.objectContaining({ code }));
});

test("O9 a page that is set up right may begin", () => {
  expect(() => checkConfig(config, place)).not.toThrow();
});

test.each([
  ["unauthorized-domain", ["company.example", "evil.www.company.example"], ["google"]],
  ["operation-not-supported-in-this-environment", ["www.company.example"], ["password", "passkey"]],
] as const)("O9 %s is what the project's answer shows", (code, domains, kinds) => {
  const project = { projectId: "x", authorizedDomains: [...domains], signInKinds: [...kinds] };
  expect(() => checkProject(project, place)).toThrow(expect.objectContaining({ code }));
});
