import { expect, test } from "vitest";
import { TONES, toneAt } from "./tones.ts";

test("neighbours in a list and in a grid of up to six columns never share a tone", () => {
  for (let columns = 1; columns <= 6; columns++) {
    for (let place = 0; place < 60; place++) {
      expect(toneAt(place)).not.toBe(toneAt(place + 1));
      expect(toneAt(place)).not.toBe(toneAt(place + columns));
    }
  }
});

test("any position has a tone, and gold is never among them", () => {
  for (const place of [-1, -700, 3.7, Number.NaN, Infinity, 2 ** 60]) {
    expect(TONES).toHaveProperty(toneAt(place));
    expect(toneAt(place)).not.toBe("gold");
  }
});
