import sharp from "sharp";
import { expect, test } from "vitest";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { acceptPicture, originalName } from "./accept-picture.ts";
import { hasTransparency } from "./picture.ts";

function image(width: number, height: number, channels: 3 | 4 = 3) {
  const data = Buffer.from(Array.from({ length: width * height * channels }, (_, at) => (at * 7) % 251));
  return sharp(data, { raw: { width, height, channels } });
}

const formats = ["jpeg", "png", "webp", "avif", "gif"] as const;
const bytesOf = (format: (typeof formats)[number], width = 90, height = 60) =>
  image(width, height).toFormat(format).toBuffer();

test.each(formats)("encodes a %s as AVIF and WebP without enlarging it", async (format) => {
  const picture = await acceptPicture(await bytesOf(format, 700, 350));
  expect(picture).toMatchObject({ width: 700, height: 350 });
  expect(picture.files.map(({ name }) => name)).toEqual([
    "original.webp",
    "320.webp",
    "320.avif",
    "640.webp",
    "640.avif",
    "700.webp",
    "700.avif",
    "mail.jpg",
  ]);
  for (const { name, bytes } of picture.files.filter(({ name }) => name !== "mail.jpg")) {
    const { width, format: drawn, compression } = await sharp(bytes).metadata();
    expect([width, drawn === "heif" ? compression : drawn]).toEqual(
      name === originalName
        ? [700, "webp"]
        : [Number.parseInt(name, 10), name.endsWith("avif") ? "av1" : "webp"],
    );
  }
});

test("encodes a JPEG or a transparent PNG for e-mails", async () => {
  const forMail = async (picture: Buffer) => {
    const { files } = await acceptPicture(picture);
    const [file] = files.filter(({ name }) => name.startsWith("mail."));
    const { width, format } = await sharp(file?.bytes).metadata();
    return [file?.name, format, width];
  };
  expect(await forMail(await bytesOf("webp", 1400, 20))).toEqual(["mail.jpg", "jpeg", 1024]);
  const background = { r: 10, g: 30, b: 90, alpha: 0.5 };
  const glass = sharp({ create: { width: 90, height: 60, channels: 4, background } });
  expect(await forMail(await glass.png().toBuffer())).toEqual(["mail.png", "png", 90]);
});

test("reduces a wider picture to 1,920 pixels", async () => {
  const picture = await acceptPicture(await bytesOf("jpeg", 2400, 20));
  expect(picture).toMatchObject({ width: 1920, height: 16 });
});

test("the exported original reads back as the identical picture", async () => {
  const first = await acceptPicture(await image(120, 80, 4).png().toBuffer());
  const original = first.files.find(({ name }) => name === originalName)?.bytes ?? new Uint8Array();
  const second = await acceptPicture(original);
  expect(second).toEqual(first);
});

test("detects transparency from the placeholder", async () => {
  const accept = async (alpha: number) => {
    const background = { r: 10, g: 30, b: 90, alpha };
    return acceptPicture(
      await sharp({ create: { width: 90, height: 60, channels: 4, background } })
        .png()
        .toBuffer(),
    );
  };
  expect(hasTransparency((await accept(0.4)).placeholder ?? "")).toBe(true);
  expect(hasTransparency((await accept(1)).placeholder ?? "")).toBe(false);
  expect(hasTransparency((await acceptPicture(await bytesOf("jpeg"))).placeholder ?? "")).toBe(false);
  expect(hasTransparency("")).toBe(false);
});

test("the placeholder is a WebP of at most 700 characters", async () => {
  for (const [width, height] of [
    [900, 300],
    [40, 900],
    [1, 1],
  ] as const) {
    const { placeholder } = await acceptPicture(await bytesOf("png", width, height));
    expect(placeholder).toMatch(/^data:image\/webp;base64,/);
    expect(placeholder.length).toBeLessThanOrEqual(700);
  }
});

/** Makes a PNG whose header declares a size without the pixels. */
async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await bytesOf("png");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(12, 29)) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  bytes.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 29);
  return bytes;
}

async function jpegOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await bytesOf("jpeg");
  const frame = bytes.findIndex(
    (byte, at) => byte === 0xff && /^c[012]$/.test((bytes[at + 1] ?? 0).toString(16)),
  );
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

test("U1 rejects pixel bombs by their header without using memory", async () => {
  const bombs = [
    await pngOfSize(14_000, 14_000),
    await jpegOfSize(64_250, 64_250),
    await pngOfSize(40_001, 1000),
  ];
  const before = process.memoryUsage().rss;
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, at) => acceptPicture(bombs[at % 3] ?? new Uint8Array())),
  );
  expect(results.map((one) => one.status === "rejected" && one.reason.message)).toEqual(
    results.map(() => expect.stringMatching(/40 million/)),
  );
  expect((process.memoryUsage().rss - before) / 1_000_000).toBeLessThan(100);
});

test("U1 reads only the first of ten thousand frames", async () => {
  const still = await sharp({ create: { width: 300, height: 200, channels: 3, background: "navy" } })
    .gif()
    .toBuffer();
  const start = still.indexOf(0x2c, 13);
  const frames = Array.from({ length: 10_000 }, () => still.subarray(start, -1));
  const animation = Buffer.concat([still.subarray(0, start), ...frames, still.subarray(-1)]);
  expect((await acceptPicture(animation)).height).toBe(200);
});

test("U1 rejects a file larger than 10 MB", async () => {
  await expect(acceptPicture(new Uint8Array(10_000_001))).rejects.toThrow("at most 10 MB");
});

test("U2 accepts or rejects broken files without crashing", async () => {
  let seed = 1;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (const format of formats) {
    const intact = await bytesOf(format, 24, 16);
    for (let round = 0; round < 40; round += 1) {
      const broken = Buffer.from(intact);
      for (let hit = 0; hit <= random(8); hit += 1) broken[random(broken.length)] = random(256);
      const result = await acceptPicture(broken).catch((error: unknown) => error);
      expect(
        result instanceof DomainError || (typeof result === "object" && result !== null && "files" in result),
      ).toBe(true);
    }
  }
});

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

test.each([
  ["SVG", svg, /SVG/],
  ["SVG behind a comment", `<?xml version="1.0"?><!-- a -->\n${svg}`, /SVG/],
  ["HTML", "<!doctype html><script>alert(1)</script>", /isn’t a supported image/],
  ["PDF", "%PDF-1.7\n", /PDF/],
  ["a program", "<?php system('id'); ?>", /isn’t a supported image/],
  ["TIFF", "II*\0aaaaaaaaaaaaaaaa", /TIFF/],
  ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0heicmif1", /HEIC/],
  ["nothing", "", /empty/],
  ["a PNG that is an SVG", `\x89PNG\r\n\x1a\n${svg}`, /broken/],
  ["a GIF that is a program", "GIF89a<?php system('id'); ?>", /broken/],
])("U3 rejects %s with a message", async (_, text, sentence) => {
  const bytes = Buffer.from(text, "latin1");
  await expect(acceptPicture(bytes)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(sentence),
  });
});

test("U3 stores no hidden data from a file", async () => {
  const jpeg = Buffer.concat([
    await bytesOf("jpeg"),
    Buffer.from(`<script>alert("hidden")</script>PK\x03\x04`),
  ]);
  for (const { bytes } of (await acceptPicture(jpeg)).files) {
    expect(Buffer.from(bytes).includes("hidden")).toBe(false);
    expect(Buffer.compare(bytes, jpeg)).not.toBe(0);
  }
});

test("U4 removes metadata, applies orientation and converts to sRGB", async () => {
  const taken = await image(60, 40)
    .withIccProfile("p3")
    .withExif({
      IFD0: { Copyright: "Somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "23/1 48/1 0/1" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await sharp(taken).metadata()).exif).toBeDefined();
  const { width, height, files } = await acceptPicture(taken);
  expect([width, height]).toEqual([40, 60]);
  for (const { bytes } of files) {
    const { exif, xmp, icc, iptc, orientation, space } = await sharp(bytes).metadata();
    expect([exif, xmp, icc, iptc, orientation ?? 1, space]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      1,
      "srgb",
    ]);
    expect(Buffer.from(bytes).includes("Somebody")).toBe(false);
  }
});

test.each(formats)("U5 rejects a truncated %s", async (format) => {
  const intact = await bytesOf(format, 200, 150);
  for (const share of [0.01, 0.5, 0.9])
    await expect(acceptPicture(intact.subarray(0, Math.ceil(intact.length * share)))).rejects.toBeInstanceOf(
      DomainError,
    );
});
