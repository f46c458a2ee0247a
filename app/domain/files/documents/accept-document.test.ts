import { expect, test, vi } from "vitest";
import { aPdf, packedObjects } from "../../../../tests/support/pdf.ts";
import { acceptDocument } from "./accept-document.ts";

const breaks = vi.hoisted(() => ({ turns: 0 }));
vi.mock("node:timers/promises", async (importOriginal) => {
  const timers = await importOriginal<typeof import("node:timers/promises")>();
  const counted = () => {
    breaks.turns += 1;
    return timers.setImmediate();
  };
  return { ...timers, setImmediate: counted };
});

test("stores a PDF unchanged, with its page count", async () => {
  const bytes = aPdf({ pages: 12 });
  const { type, pages, files, width } = await acceptDocument(bytes);
  expect([type, pages, width]).toEqual(["application/pdf", 12, 0]);
  expect(files).toEqual([{ name: "document.pdf", bytes }]);
});

test("counts pages in compressed objects; null without a page tree", async () => {
  const tree = packedObjects("9 0 << /Type /Pages /Kids [1 0 R] /Count 340 /Parent << /A 1 >> >>");
  expect((await acceptDocument(aPdf({ objects: [tree] }))).pages).toBe(340);
  const none = Buffer.from(aPdf().toString("latin1").replace("/Type /Pages", "/Type /Pagez"), "latin1");
  expect((await acceptDocument(none)).pages).toBeNull();
});

const action = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
const hostile: [string, Buffer, RegExp][] = [
  ["JavaScript that runs on opening", aPdf({ catalog: `/OpenAction ${action}` }), /JavaScript/],
  [
    "JavaScript under a hex-escaped name",
    aPdf({ catalog: "/OpenAction << /S /J#61va#53cript >>" }),
    /JavaScript/,
  ],
  ["JavaScript in an object stream", aPdf({ objects: [packedObjects(action)] }), /JavaScript/],
  [
    "JavaScript in an uncompressed object stream",
    aPdf({ objects: [packedObjects(action, "")] }),
    /JavaScript/,
  ],
  [
    "an action that starts programs",
    aPdf({ catalog: "/OpenAction << /S /Launch /F (cmd.exe) >>" }),
    /other programs/,
  ],
  [
    "embedded files",
    aPdf({ catalog: "/Names << /EmbeddedFiles 9 0 R >> /X << /Type /EmbeddedFile >>" }),
    /other files/,
  ],
  ["a form with scripts", aPdf({ catalog: "/AcroForm << /XFA [(a) 9 0 R] >>" }), /form/],
  ["a video", aPdf({ catalog: "/A << /Subtype /RichMedia >>" }), /video/],
  [
    "encryption",
    Buffer.from(aPdf().toString("latin1").replace("/Root", "/Encrypt 9 0 R /Root"), "latin1"),
    /encrypted/,
  ],
  [
    "an object stream with two filters",
    aPdf({ objects: [packedObjects(action, "/Filter [/ASCIIHexDecode /FlateDecode]")] }),
    /can't be checked/,
  ],
  [
    "an object stream with a hex-escaped filter",
    aPdf({ objects: [packedObjects(action, "/Filter /Fl#61teDecode")] }),
    /can't be checked/,
  ],
  [
    "JavaScript in an object stream with a long dictionary",
    aPdf({ objects: [packedObjects(action, `/Filter /FlateDecode /Pad (${" ".repeat(5_000)})`)] }),
    /JavaScript/,
  ],
  [
    "JavaScript in an object stream without a type",
    aPdf({ objects: [packedObjects(action).replace("/Type /ObjStm", "")] }),
    /JavaScript/,
  ],
  [
    "JavaScript in an object stream with a hex-escaped entry",
    aPdf({ objects: [packedObjects(action).replace("/Type /ObjStm", "").replace("/First", "/#46irst")] }),
    /can't be checked/,
  ],
  [
    "JavaScript in an object stream inside a fake stream",
    aPdf({ objects: [`<< /Length 9 /A (\nstream\n) >>`, packedObjects(action)] }),
    /JavaScript/,
  ],
  [
    "an object stream with an oversized dictionary",
    aPdf({ objects: [packedObjects(action, `/Filter /FlateDecode /Pad (${" ".repeat(200_000)})`)] }),
    /can't be checked/,
  ],
  ["a video that runs a script", aPdf({ catalog: "/A << /S /Rendition /JS 9 0 R >>" }), /audio or scripts/],
  ["a form that sends data to a server", aPdf({ catalog: "/A << /S /SubmitForm /F (x) >>" }), /sends/],
  [
    "an embedded file without a type",
    aPdf({ catalog: "/AF [<< /Type /Filespec /EF << /F 9 0 R >> >>]" }),
    /other files/,
  ],
  ["a ZIP after its end", Buffer.concat([aPdf(), Buffer.from("PK\x03\x04 evil.jar")]), /after its end/],
  ["a missing end", aPdf().subarray(0, 200), /broken/],
  ["an invalid header", Buffer.from("%PDF-<script>alert(1)</script>"), /not a valid PDF/],
];

test.each(hostile)("U3 rejects a PDF with %s", async (_, bytes, sentence) => {
  await expect(acceptDocument(bytes)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(sentence),
  });
});

test("scans a PDF in chunks, yields between them, misses no boundary", async () => {
  breaks.turns = 0;
  const stream = `<< /Length 9 >>\nstream\n${"x".repeat(150_000)}\nendstream`;
  const long = aPdf({ objects: Array.from({ length: 30 }, () => stream) });
  await expect(acceptDocument(long)).resolves.toBeDefined();
  // 4.5 MB in chunks of 0.2 MB, scanned for encryption and for forbidden names.
  expect(breaks.turns).toBeGreaterThanOrEqual(2 * 22);
  for (let at = 0; at < 20; at += 1) {
    const edge = 200_000 - aPdf().indexOf("trailer") - at;
    const hidden = `(${"x".repeat(edge - 40)}) /Launch ${"x".repeat(300_000)}`;
    await expect(acceptDocument(aPdf({ objects: [hidden] }))).rejects.toThrow(/other programs/);
    const split = `<< >>\nstream\n${"x".repeat(edge - 40)}\nendstream`;
    await expect(acceptDocument(aPdf({ objects: [split] }))).resolves.toBeDefined();
  }
});

test("U1 rejects compressed objects that expand without limit", async () => {
  const bomb = packedObjects(" ".repeat(30_000_000));
  await expect(acceptDocument(aPdf({ objects: [bomb] }))).rejects.toThrow(/can't be checked/);
});

test("U1 a PDF built to be slow is scanned quickly", async () => {
  const lists = "/ObjStm stream\n".repeat(200_000);
  await expect(acceptDocument(aPdf({ objects: [lists] }))).rejects.toThrow();
  const trees = "/Type /Pages << ".repeat(300_000);
  expect((await acceptDocument(aPdf({ objects: [trees] }))).pages).toBeDefined();
});

test("U1 rejects a PDF larger than 10 MB", async () => {
  await expect(acceptDocument(Buffer.concat([aPdf(), Buffer.alloc(10_000_000)]))).rejects.toThrow("10 MB");
});
