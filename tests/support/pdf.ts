import { deflateSync } from "node:zlib";

/** Small valid PDF with some pages and additional catalog entries. */
export function aPdf({ pages = 1, catalog = "", objects = [] as string[] } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 3} 0 R`).join(" ");
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...Array.from({ length: pages }, () => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>"),
    ...objects,
  ];
  let text = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const offsets = all.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const start = text.length;
  text += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}`;
  text += `trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

/** Compressed object stream, as newer PDFs use it. */
export function packedObjects(text: string, dictionary = "/Filter /FlateDecode"): string {
  const packed = dictionary.includes("FlateDecode")
    ? deflateSync(Buffer.from(text, "latin1"))
    : Buffer.from(text);
  const head = `<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} ${dictionary} >>`;
  return `${head}\nstream\n${packed.toString("latin1")}\nendstream`;
}
