import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWxr } from "./read-parts.ts";

const head = '<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>';

test.each([
  [
    "a file of another kind",
    '<?xml version="1.0"?><rss><channel><title>A feed</title></channel></rss>',
    /not a WordPress export/,
  ],
  ["broken XML", `${head}\n<item><title>A</item>`, /line 2: This is not valid XML/],
  ["a file that breaks off", `${head}<wp:wxr_version>1.2</wp:wxr_version><item><title>A`, /not valid XML/],
  [
    "entities that multiply",
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><title>&b;</title></channel></rss>`,
    /document type/,
  ],
  ["an entity from outside", `${head}<title>&xxe;</title></channel></rss>`, /not valid XML/],
  ["elements within elements", `${head}${"<a>".repeat(100)}`, /nested too deeply/],
  ["bytes that are no text", Buffer.from([0x3c, 0xff, 0xfe, 0x3e]), /UTF-8/],
])("rejects %s with a message", async (_, xml, sentence) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-wxr-"));
  writeFileSync(join(folder, "export.xml"), xml);
  await expect(readWxr([join(folder, "export.xml")])).rejects.toThrow(sentence);
  rmSync(folder, { recursive: true });
});
