#!/usr/bin/env bash
# A picture selected in ProseMirror, and a dialog library that returns the focus with `element.focus()`.
# Guess: the picture is selected again, and Delete removes it, as with `view.focus()`.
# Seen: only while the main thread is free. If it is busy for more than 200 ms after the focus, as on a slow phone, the caret goes
# to the start of the text, and Delete leaves the picture. `view.focus()` restores the selection in both cases.
# Versions: prosemirror-view 1.42.9, Chromium (chromium-headless-shell or chromium of Debian).
. "$(dirname "$0")/lib.sh"
BROWSER="$(command -v chromium-headless-shell || command -v chromium)" || {
  echo "Install Chromium: apt-get install chromium-headless-shell" >&2
  exit 1
}
export BROWSER
start prosemirror-view@1.42.9 prosemirror-state@1.4.4 prosemirror-model@1.25.13 prosemirror-schema-basic@1.2.4 \
  prosemirror-commands@1.7.1 prosemirror-keymap@1.2.3 esbuild@0.28.1 playwright-core@1.65.1
cat >page.js <<'JS'
import { baseKeymap } from "prosemirror-commands";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState, NodeSelection } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
const picture = schema.nodes.image.create({ src: "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" });
const paragraph = (content) => schema.node("paragraph", null, [content]);
const doc = schema.node("doc", null, [paragraph(schema.text("Words")), paragraph(picture)]);
const view = new EditorView(document.body, { state: EditorState.create({ doc, plugins: [keymap(baseKeymap)] }) });
window.selectPicture = () => {
  view.focus();
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, 8)));
};
window.returnFocus = (target, busyMs) => {
  (target === "view" ? view : view.dom).focus();
  const start = performance.now();
  while (performance.now() - start < busyMs);
};
window.selected = () => view.state.selection.toJSON().type;
window.pictures = () => view.state.doc.child(1).childCount;
JS
npx esbuild page.js --bundle --outfile=bundle.js --log-level=error
cat >seen.mjs <<'JS'
import { readFileSync } from "node:fs";
import { chromium } from "playwright-core";
const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: ["--no-sandbox"] });
const pauseMs = 600;
for (const [target, busyMs] of [["element", 0], ["element", 400], ["view", 400]]) {
  const page = await browser.newPage();
  await page.setContent("<input>");
  await page.addScriptTag({ content: readFileSync("bundle.js", "utf8") });
  await page.evaluate(() => window.selectPicture());
  await page.focus("input");
  await page.waitForTimeout(pauseMs);
  await page.evaluate(([to, ms]) => window.returnFocus(to, ms), [target, busyMs]);
  await page.waitForTimeout(pauseMs);
  const selected = await page.evaluate(() => window.selected());
  await page.keyboard.press("Delete");
  const left = await page.evaluate(() => window.pictures());
  console.log(`${target}.focus(), busy for ${busyMs} ms: ${selected} selected; pictures after Delete: ${left}`);
}
await browser.close();
JS
expect "element.focus(), busy for 0 ms: node selected; pictures after Delete: 0
element.focus(), busy for 400 ms: text selected; pictures after Delete: 1
view.focus(), busy for 400 ms: node selected; pictures after Delete: 0"
