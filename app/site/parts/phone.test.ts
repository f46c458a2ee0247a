import { expect, test } from "vitest";
import { chatAddress } from "./phone.ts";

test("a chat begins with the given text", () => {
  expect(chatAddress("+880 1700-000142")).toBe("https://wa.me/8801700000142");
  expect(chatAddress("+880 1700-000142", "I am reading R & D…")).toBe(
    "https://wa.me/8801700000142?text=I%20am%20reading%20R%20%26%20D%E2%80%A6",
  );
});
