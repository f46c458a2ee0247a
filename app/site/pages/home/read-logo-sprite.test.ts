import sharp from "sharp";
import { expect, test } from "vitest";
import { client } from "#app/domain/content/kinds/client.ts";
import { pictureAddress } from "#app/domain/files/pictures/picture.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { arrangeLogos } from "./arrange-logos.ts";
import { readHomePage } from "./read-home.ts";
import { readLogoSprite } from "./read-logo-sprite.ts";

type Site = Awaited<ReturnType<typeof openTestSite>>;

const sizes = { red: [200, 100], blue: [1600, 267] } as const;
/** Width of the smallest file that is large enough. */
const fileWidths = { red: 200, blue: 640 };
type Colour = keyof typeof sizes;

/** Publishes a client with a logo of one colour; its file may be missing or broken. */
async function addClient(
  { context, publish }: Site,
  colour: Colour,
  file: "whole" | "missing" | "broken" = "whole",
) {
  const [width, height] = sizes[colour];
  const id = `logo-${colour}`;
  await context.db.query
    .insertInto("files")
    .values({
      id,
      name: `${colour}.webp`,
      type: "image/webp",
      width,
      height,
      alt: "",
      bytes: 100,
      focal_x: 0.5,
      focal_y: 0.5,
      placeholder: "data:,",
      created_at: "2026-03-01T10:00:00.000Z",
      created_by: "tester",
    })
    .execute();
  const background = colour === "red" ? { r: 255, g: 0, b: 0 } : { r: 0, g: 0, b: 255 };
  const webp = sharp({ create: { width, height, channels: 3, background } }).webp({ lossless: true });
  const address = pictureAddress({ id, revision: 1 }, fileWidths[colour], "webp").replace("/files/", "");
  if (file !== "missing")
    await context.files.put(address, file === "whole" ? await webp.toBuffer() : Buffer.from("RIFF"));
  await publish(client, { title: `The ${colour} one`, industry: "Food", logo: id });
}

async function readLogos({ context }: Site) {
  const { clients } = await readHomePage(context);
  const logos = clients.map(({ logo }) => logo);
  const [name = "", ...others] = new Set(logos.map((logo) => logo?.address.split("#")[0] ?? ""));
  expect(others).toEqual([]);
  return { logos, name: name.replace("/logos/", "") };
}

/** RGBA colour in the middle of the part of the sprite that an address shows. */
async function readColour(svg: string, address = "") {
  const view = new RegExp(`<view id="${address.split("#")[1]}" viewBox="0 (\\d+) (\\d+) (\\d+)"`).exec(svg);
  const [top = 0, width = 0, height = 0] = view?.slice(1).map(Number) ?? [];
  const [, base64 = ""] = /base64,([^"]+)"/.exec(svg) ?? [];
  const pixel = { left: Math.floor(width / 2), top: top + Math.floor(height / 2), width: 1, height: 1 };
  return [...(await sharp(Buffer.from(base64, "base64")).extract(pixel).ensureAlpha().raw().toBuffer())];
}

test.each(engines)("%s: the clients' logos share one sprite and keep their shapes", async (engine) => {
  await using site = await openTestSite(engine);
  await addClient(site, "red");
  await addClient(site, "blue");
  const { logos, name } = await readLogos(site);
  const [red, blue] = logos;
  expect(logos).toMatchObject([
    { alt: "The red one", width: 72, height: 36 },
    { alt: "The blue one", width: 192, height: 32 },
  ]);
  const sprite = await readLogoSprite(site.context, name);
  expect(sprite?.isWhole).toBe(true);
  const [r = 0, , b = 255] = await readColour(sprite?.svg ?? "", red?.address);
  expect(r).toBeGreaterThan(240);
  expect(b).toBeLessThan(15);
  expect((await readColour(sprite?.svg ?? "", blue?.address))[2]).toBeGreaterThan(240);
  expect([...site.context.requestContext.tags]).toEqual(expect.arrayContaining(["list:client", "files"]));
});

test.each(engines)("%s: other logos rename the sprite; its former name is unknown", async (engine) => {
  await using site = await openTestSite(engine);
  await addClient(site, "red");
  const { name } = await readLogos(site);
  await addClient(site, "blue");
  expect((await readLogos(site)).name).not.toBe(name);
  expect(await readLogoSprite(site.context, name)).toBeNull();
  expect(await readLogoSprite(site.context, "none.svg")).toBeNull();
});

test("a sprite with another layout has another name", () => {
  const logo = { id: "logo", revision: 1, alt: "", focal: [0.5, 0.5] as [number, number], placeholder: "" };
  const nameOf = (width: number) => arrangeLogos([{ ...logo, width, height: 100 }]).name;
  expect(nameOf(200)).toBe(nameOf(200));
  expect(nameOf(200)).not.toBe(nameOf(300));
});

const withoutFile = engines.flatMap((engine) => [[engine, "missing"] as const, [engine, "broken"] as const]);
test.each(withoutFile)("%s: a logo with a %s file leaves its place empty", async (engine, file) => {
  await using site = await openTestSite(engine);
  await addClient(site, "red", file);
  await addClient(site, "blue");
  const { logos, name } = await readLogos(site);
  const sprite = await readLogoSprite(site.context, name);
  expect(sprite?.isWhole).toBe(false);
  expect((await readColour(sprite?.svg ?? "", logos[0]?.address))[3]).toBe(0);
  expect((await readColour(sprite?.svg ?? "", logos[1]?.address))[2]).toBeGreaterThan(240);
});
