import { expect, test } from "vitest";
import { type FormPart, formBody, formType, streamed } from "../../../../tests/support/form.ts";
import { publicForm, readForm, readTextFile, staffForm } from "./read-form.ts";

const encoded = "application/x-www-form-urlencoded";
const makeRequest = (chunks: Parameters<typeof streamed>[0], type = encoded) =>
  new Request("https://www.company.example/contact", streamed(chunks, type));

test("reads forms as browsers encode them, for any chunking", async () => {
  const text = "name=Rahima+B%C3%A9gum&message=%E0%A6%AC+%26+b&consent=on&service=&service=2&bare";
  const pieces = [...text].map((character) => Buffer.from(character));
  const form = await readForm(makeRequest(pieces), publicForm);
  expect([...form]).toEqual([
    ["name", "Rahima Bégum"],
    ["message", "ব & b"],
    ["consent", "on"],
    ["service", ""],
    ["service", "2"],
    ["bare", ""],
  ]);
});

test("H1 rejects a form with too many fields before reading on", async () => {
  let sent = 0;
  function* send() {
    for (; sent < 1_000_000; sent += 1_000) yield Buffer.from("a&".repeat(500));
  }
  await expect(readForm(makeRequest(send()), staffForm)).rejects.toMatchObject({ code: "too-large" });
  expect(sent).toBeLessThanOrEqual(12_000);
  const most = "a&".repeat(publicForm.fields - 1);
  expect([...(await readForm(makeRequest([Buffer.from(most)]), publicForm))]).toHaveLength(
    publicForm.fields - 1,
  );
  await expect(readForm(makeRequest([Buffer.from(`${most}&`)]), publicForm)).rejects.toThrow(
    "too many fields",
  );
});

test("H1 rejects a form that exceeds its byte limit", async () => {
  let sent = 0;
  function* send() {
    for (; sent < 1_000_000; sent += 1_000) yield Buffer.alloc(1_000, "x");
  }
  await expect(readForm(makeRequest(send()), publicForm)).rejects.toMatchObject({ code: "too-large" });
  expect(sent).toBeLessThanOrEqual(101_000);
});

const aText = (text: string): FormPart => ({ name: "a", text });
const aPhoto = (bytes: number): FormPart => ({
  name: "photo",
  file: { name: "me.jpg", bytes: Buffer.alloc(bytes) },
});

test.each([
  ["more parts", Array(201).fill(aText("x")), publicForm, "too many fields"],
  ["longer texts", [aText("x".repeat(60_000)), aText("x".repeat(60_000))], publicForm, "too long"],
  ["an unexpected file", [aPhoto(1)], publicForm, "does not accept files"],
  ["a larger file", [aPhoto(2_000_001)], { ...publicForm, fileBytes: 2_000_000 }, "too large"],
])("H1 rejects a multipart form with %s", async (_, parts: FormPart[], bounds, message) => {
  const refused = readForm(makeRequest([formBody(parts)], formType), bounds);
  await expect(refused).rejects.toMatchObject({
    code: "too-large",
    message: expect.stringContaining(message),
  });
});

test("a staff multipart form allows as many fields as others", async () => {
  const parts: FormPart[] = Array(staffForm.fields).fill(aText("x"));
  expect([...(await readForm(makeRequest([formBody(parts)], formType), staffForm))]).toHaveLength(
    staffForm.fields,
  );
  const refused = readForm(makeRequest([formBody([...parts, aText("x")])], formType), staffForm);
  await expect(refused).rejects.toThrow("too many fields");
});

test("reads texts and one file from a multipart form", async () => {
  const body = formBody([aText("শাপলা"), aPhoto(2_000_000)]);
  const form = await readForm(makeRequest([body], formType), { ...publicForm, fileBytes: 2_000_000 });
  const photo = form.get("photo");
  expect(form.get("a")).toBe("শাপলা");
  expect(photo).toMatchObject({ name: "me.jpg", size: 2_000_000 });
});

test("rejects a truncated form with a message", async () => {
  const body = formBody([aText("x")]).subarray(0, 60);
  await expect(readForm(makeRequest([body], formType), publicForm)).rejects.toMatchObject({
    code: "malformed",
  });
});

test.each([
  ["a value", encoded, Buffer.from("name=a%00b")],
  ["a name", encoded, Buffer.from("na%00me=a")],
  ["plain bytes", encoded, Buffer.from("name=a\0b")],
  ["a text part", formType, formBody([aText("a\0b")])],
])("M9 rejects a NUL in %s for every form", async (_, type, body) => {
  await expect(readForm(makeRequest([body], type), publicForm)).rejects.toMatchObject({
    code: "malformed",
    fields: expect.objectContaining({}),
  });
});

test.each([
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffনাম;a@x.example")],
  ["UTF-16 of Excel", Buffer.from("\ufeffনাম;a@x.example", "utf16le")],
  ["UTF-16, big-endian", Buffer.from("\ufeffনাম;a@x.example", "utf16le").swap16()],
])("reads a text file in %s", async (_, bytes) => {
  expect(await readTextFile(new File([bytes], "list.csv"), "file")).toBe("নাম;a@x.example");
});

test("reads a Windows-1252 text file and rejects a program", async () => {
  expect(await readTextFile(new File([Buffer.from("Andr\xe9", "latin1")], "list.csv"), "file")).toBe("André");
  await expect(readTextFile(new File([Buffer.from("PK\0\x03")], "list.xlsx"), "file")).rejects.toMatchObject({
    fields: { file: expect.stringContaining("Save it as CSV") },
  });
});
