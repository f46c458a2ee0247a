import { expect, test } from "vitest";
import { ownAddress, signInPath } from "./page-addresses.ts";

test("removes the router's data suffix and parameters from an address", () => {
  const of = (path: string) => ownAddress(new Request(`https://www.company.example${path}`));
  expect(of("/myprofile.data?_routes=site%2Fshell")).toBe("/myprofile");
  expect(of("/_root.data")).toBe("/");
  expect(of("/myprofile?index&done=name")).toBe("/myprofile?done=name");
});

test("encodes the return address as one query value", () => {
  expect(signInPath("/blog?q=a&b")).toBe("/login?next=%2Fblog%3Fq%3Da%26b");
});
