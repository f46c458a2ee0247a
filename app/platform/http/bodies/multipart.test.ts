import { expect, test } from "vitest";
import fc from "#tests/support/generated.ts";
import { boundary, type FormPart, formBody, formType, streamed } from "../../../../tests/support/form.ts";
import { BrokenForm, readMultipart, readPartText } from "./multipart.ts";

function asRequest(chunks: Parameters<typeof streamed>[0], type = formType): Request {
  return new Request("https://www.company.example/", streamed(chunks, type));
}

async function readAll(request: Request) {
  const parts = [];
  for await (const part of readMultipart(request)) {
    const chunks = [];
    for await (const chunk of part.chunks) chunks.push(Buffer.from(chunk));
    parts.push({ name: part.name, fileName: part.fileName, bytes: Buffer.concat(chunks) });
  }
  return parts;
}

const cut = (body: Buffer, at: readonly number[]) =>
  [0, ...at.toSorted((a, b) => a - b)].map((start, n, all) => body.subarray(start, all[n + 1]));

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc
    .constantFrom("\r\n", "\r\n--", `\r\n--${boundary.slice(0, -1)}`, `--${boundary}`, "\r\n\r\n")
    .map((text) => Buffer.from(text)),
);

test("reads the same parts for any chunking of the body", async () => {
  const parts = fc.array(fc.record({ isFile: fc.boolean(), bytes }), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(parts, fc.array(fc.nat(2000), { maxLength: 30 }), async (given, cuts) => {
      const body = formBody(
        given.map(
          ({ isFile, bytes }, at): FormPart => ({
            name: `n${at}`,
            ...(isFile ? { file: { name: "ছবি.jpg", bytes } } : { file: { name: "", bytes } }),
          }),
        ),
      );
      const read = await readAll(
        asRequest(
          cut(
            body,
            cuts.map((at) => Math.min(at, body.length)),
          ),
        ),
      );
      expect(read.map((part) => part.bytes)).toEqual(given.map((part) => Buffer.from(part.bytes)));
      expect(read.map(({ fileName }) => fileName)).toEqual(
        given.map(({ isFile }) => (isFile ? "ছবি.jpg" : "")),
      );
    }),
  );
});

test("reads forms of browsers with escaped names", async () => {
  const form = new FormData();
  form.append("tags", 'a "b"\r\nc');
  form.append("file", new File(["one"], 'a"b\n.jpg'));
  const request = new Request("https://www.company.example/", { method: "POST", body: form });
  expect(await readAll(request)).toEqual([
    { name: "tags", fileName: null, bytes: Buffer.from('a "b"\r\nc') },
    { name: "file", fileName: 'a"b\n.jpg', bytes: Buffer.from("one") },
  ]);
});

test.each([
  ['form-data; name="a"; filename="x.jpg"', "x.jpg"],
  ["form-data; name=a; filename=x.jpg", "x.jpg"],
  ['FORM-DATA; NAME="a"; FILENAME="a;b.jpg"', "a;b.jpg"],
  [`form-data; name="a"; filename="x"; filename*=UTF-8''na%C3%AFve.jpg`, "naïve.jpg"],
  [`form-data; name="a"; filename="x"; filename*=UTF-8''%FF`, "x"],
  ['form-data; name="a"; filename="say \\"hi\\".jpg"', 'say "hi".jpg'],
  ['form-data; name="a"', null],
])("reads from the header %s the file name %s", async (line, fileName) => {
  const body = `--${boundary}\r\ncontent-type: x/y\r\nContent-Disposition: ${line}\r\n\r\nx\r\n--${boundary}--`;
  expect((await readAll(asRequest([Buffer.from(body)])))[0]).toMatchObject({ name: "a", fileName });
});

const head = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n`;

test.each([
  ["no boundary", "multipart/form-data", `${head}x\r\n--${boundary}--`],
  ["another type", "application/json", "{}"],
  ["no name", formType, `--${boundary}\r\ncontent-type: a/b\r\n\r\nx\r\n--${boundary}--`],
  ["something behind a boundary", formType, `${head}x\r\n--${boundary}xx`],
  ["a head without end", formType, `--${boundary}\r\n${"x: y\r\n".repeat(3000)}`],
  ["parts without end", formType, `${head}x\r\n`.repeat(600)],
])("U5 rejects a form with %s", async (_, type, body) => {
  await expect(readAll(asRequest([Buffer.from(body)], type))).rejects.toThrow(BrokenForm);
});

test("U5 rejects a form truncated at any position", async () => {
  const body = formBody([
    { name: "a", text: "one" },
    { name: "file", file: { name: "x", bytes: "two" } },
  ]);
  for (let length = 0; length < body.length - 4; length += 1)
    await expect(readAll(asRequest([body.subarray(0, length)]))).rejects.toThrow();
});

test("U5 skips unread parts and returns null for a long text", async () => {
  const body = formBody([
    { name: "a", text: "x".repeat(100_000) },
    { name: "b", text: "short" },
  ]);
  const texts = [];
  for await (const part of readMultipart(asRequest([body]))) texts.push(await readPartText(part, 8_000));
  expect(texts).toEqual([null, "short"]);
});

test("U5 a slow reader slows the sender, with few chunks buffered", async () => {
  let sent = 0;
  async function* send() {
    yield Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\n`);
    for (; sent < 500; sent += 1) yield Buffer.alloc(64_000);
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  for await (const part of readMultipart(asRequest(send()))) {
    let taken = 0;
    for await (const _piece of part.chunks) {
      taken += 1;
      expect(sent - taken).toBeLessThan(8);
    }
  }
});
