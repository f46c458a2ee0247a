import { once } from "node:events";
import { createServer, type NetConnectOpts, type Socket } from "node:net";
import { expect, test } from "vitest";
import { readScanner } from "#app/platform/settings/files-env.ts";
import type { FileStore } from "../store/store.ts";
import { openClamd, scanDocuments } from "./virus-scanner.ts";

interface FakeClamd extends AsyncDisposable {
  address: NetConnectOpts;
  /** Files received completely. */
  files: Buffer[];
}

/** Starts a fake clamd(8) that sends the given answer; null sends none. */
async function startClamd(answer: (file: Buffer) => string | null): Promise<FakeClamd> {
  const files: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (part) => {
      received = Buffer.concat([received, part]);
      const file = readStream(received);
      if (file === null) return;
      files.push(file);
      const reply = answer(file);
      if (reply !== null) socket.end(`${reply}\0`);
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

/** Null until the stream is complete. */
function readStream(received: Buffer): Buffer | null {
  const command = "zINSTREAM\0";
  expect(received.subarray(0, command.length).toString()).toBe(command.slice(0, received.length));
  const parts: Buffer[] = [];
  for (let at = command.length; at + 4 <= received.length; ) {
    const length = received.readUInt32BE(at);
    if (length === 0) return Buffer.concat(parts);
    parts.push(received.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
}

const file = Buffer.alloc(200_000, "A page about jute. ");

test("5.4.3 sends the whole file to the scanner and stores accepted ones", async () => {
  await using clamd = await startClamd(() => "stream: OK");
  await openClamd(clamd.address).check(file);
  expect(clamd.files).toEqual([file]);
});

test("5.4.3 rejects an infected file and names the finding", async () => {
  await using clamd = await startClamd(() => "stream: Eicar-Test-Signature FOUND");
  await expect(openClamd(clamd.address).check(file)).rejects.toMatchObject({
    code: "invalid",
    message: "The virus scanner refuses this file: it found Eicar-Test-Signature.",
  });
});

test.each<[string, string | null]>([
  ["the scanner does not answer", null],
  ["the file is too large", "INSTREAM size limit exceeded. ERROR"],
  ["the scanner fails", "stream: Can't allocate memory ERROR"],
  ["the connection closes", ""],
  ["the answer is unknown", "stream: OK then"],
])("5.4.3 stores no file when %s", async (_, reply) => {
  await using clamd = await startClamd(() => reply);
  const errors: unknown[] = [];
  const scanner = openClamd(clamd.address, { waitMs: 200, onAway: (error) => errors.push(error) });
  await expect(scanner.check(file)).rejects.toMatchObject({ code: "unavailable" });
  expect(errors).toHaveLength(1);
});

test("5.4.3 stores no file when the scanner is unreachable", async () => {
  const { address } = await startClamd(() => null).then(async (clamd) => {
    await clamd[Symbol.asyncDispose]();
    return clamd;
  });
  await expect(openClamd(address).check(file)).rejects.toMatchObject({ code: "unavailable" });
});

test("5.4.3 scans documents before storing them and skips generated pictures", async () => {
  const stored: string[] = [];
  const scanned: number[] = [];
  const inner = {
    put: async (name: string) => {
      stored.push(name);
    },
  } as unknown as FileStore; // only `put` is called
  const store = scanDocuments(inner, {
    async check({ byteLength }) {
      scanned.push(byteLength);
      if (byteLength > 3) throw new Error("found");
    },
  });
  await store.put("0123456789/640.avif", Buffer.alloc(9));
  await store.put("0123456789/document.pdf", Buffer.alloc(3));
  await expect(store.put("0123456789/2-document.pdf", Buffer.alloc(4))).rejects.toThrow("found");
  expect(stored).toEqual(["0123456789/640.avif", "0123456789/document.pdf"]);
  expect(scanned).toEqual([3, 4]);
});

test.each<[string, NetConnectOpts]>([
  ["/run/clamav/clamd.ctl", { path: "/run/clamav/clamd.ctl" }],
  ["localhost:3310", { host: "localhost", port: 3310 }],
  ["[::1]:3310", { host: "::1", port: 3310 }],
])("reads CLAMD=%s", (value, address) => {
  expect(readScanner(() => value)).toEqual(address);
});

test.each(["clamd", "clamd:0", "clamd:99999", "tcp://clamd:3310", "run/clamd.ctl"])(
  "rejects CLAMD=%s",
  (value) => {
    expect(() => readScanner(() => value)).toThrow(/^CLAMD: give/);
  },
);
