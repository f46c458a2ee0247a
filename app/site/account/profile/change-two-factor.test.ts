import { expect, test } from "vitest";
import { drawQr } from "./change-two-factor.ts";

test("a QR code has a quiet zone and three finder patterns", () => {
  const { path, size } = drawQr(
    "otpauth://totp/Company:rima@tea.example?secret=JBSWY3DPEHPK3PXP&issuer=Company",
  );
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x},${y}`));
  for (let at = 0; at < size; at++) for (const edge of [0, 1]) expect(dark.has(`${at},${edge}`)).toBe(false);
  for (const [x, y] of [
    [2, 2],
    [size - 9, 2],
    [2, size - 9],
  ] as const)
    for (let step = 0; step < 7; step++) expect(dark.has(`${x + step},${y}`)).toBe(true);
});
