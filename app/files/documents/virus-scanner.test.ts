import { once } from "node:events";
import { createServer, type NetConnectOpts, type Socket } from "node:net";
import { expect, test } from "vitest";
import { readScanner } from "#app/platform/settings/files-env.ts";
import type { FileStore } from "../store/store.ts";
import { openClamd, scanDocuments } from "./virus-scanner.ts";

interface FakeClamd extends AsyncDisposable {
  address: NetConnectOpts;
  /** What came in whole. */
  files: Buffer[];
}

/** Reads as clamd(8) says, and answers what the test wants; null: nothing. */
async function startClamd(answer: (file: Buffer) => string | null): Promise<FakeClamd> {
  const files: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let come = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (part) => {
      come = Buffer.concat([come, part]);
      const file = readStream(come);
      if (file === null) return;
      files.push(file);
      const said = answer(file);
      if (said !== null) socket.end(`${said}\0`);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as { port: number };
  return {
    address: { host: "127.0.0.1", port },
    files,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** Null while it has not come whole. */
function readStream(come: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  expect(come.subarray(0, command.length).toString()).toBe(command.slice(0, come.length));
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= come.length; ) {
    const length = come.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(come.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const file = Buffer.alloc(200_000, "A page about jute. ");

test("5.4.3 a file comes to the scanner whole, and one it lets pass is kept", async () => {
  await using clamd = await startClamd(() => "stream: OK");
  await openClamd(clamd.address).check(file);
  expect(clamd.files).toEqual([file]);
});

test("5.4.3 what it finds is said by name, and is the file's fault", async () => {
  await using clamd = await startClamd(() => "stream: Eicar-Test-Signature FOUND");
  await expect(openClamd(clamd.address).check(file)).rejects.toMatchObject({
    code: "invalid",
    message: "The virus scanner refuses this file: it found Eicar-Test-Signature.",
  });
});

test.each<[string, string | null]>([
  ["it is silent", null],
  ["the file is too large for it", "INSTREAM size limit exceeded. ERROR"],
  ["it fails", "stream: Can't allocate memory ERROR"],
  ["it closes", ""],
  ["it says what nobody knows", "stream: OK then"],
])("5.4.3 nothing is kept when %s", async (_, said) => {
  await using clamd = await startClamd(() => said);
  const errors: unknown[] = [];
  const scanner = openClamd(clamd.address, { waitMs: 200, onAway: (error) => errors.push(error) });
  await expect(scanner.check(file)).rejects.toMatchObject({ code: "unavailable" });
  expect(errors).toHaveLength(1);
});

test("5.4.3 nothing is kept when nobody listens", async () => {
  const { address } = await startClamd(() => null).then(async (clamd) => {
    await clamd[Symbol.asyncDispose]();
    return clamd;
  });
  await expect(openClamd(address).check(file)).rejects.toMatchObject({ code: "unavailable" });
});

test("5.4.3 every document is looked through before the store has it, and pictures drawn here are not", async () => {
  const kept: string[] = [];
  const looked: number[] = [];
  const inner = {
    put: async (name: string) => {
      kept.push(name);
    },
  } as unknown as FileStore; // nothing else of it is asked for
  const store = scanDocuments(inner, {
    async check({ byteLength }) {
      looked.push(byteLength);
      if (byteLength > 3) throw new Error("found");
    },
  });
  await store.put("0123456789/640.avif", Buffer.alloc(9));
  await store.put("0123456789/document.pdf", Buffer.alloc(3));
  await expect(store.put("0123456789/2-document.pdf", Buffer.alloc(4))).rejects.toThrow("found");
  expect(kept).toEqual(["0123456789/640.avif", "0123456789/document.pdf"]);
  expect(looked).toEqual([3, 4]);
});

test.each<[string, NetConnectOpts]>([
  ["/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
  ["localhost:3310", { host: "localhost", port: 3310 }],
  ["[::1]:3310", { host: "::1", port: 3310 }],
])("CLAMD=%s is read", (value, address) => {
  expect(readScanner(() => value)).toEqual(address);
});

test.each(["clamd", "clamd:0", "clamd:99999", "tcp://clamd:3310", "run/clamd.ctl"])(
  "CLAMD=%s is refused",
  (value) => {
    expect(() => readScanner(() => value)).toThrow(/^CLAMD: give/);
  },
);
