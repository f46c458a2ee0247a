/**
 * The entry: plain JavaScript, so that a Node too old to read TypeScript still says in words what is wrong, and the built site
 * starts without reading TypeScript. Everything else is in server.ts.
 */
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24;
if (!isNewEnough) {
  process.stderr.write(
    `Frontdesk runs on Node 24 or newer, this is ${process.version}. "npm ci" brings it along; start with "npm start".\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length > 2) await import("./server.ts");
else {
  const { runBuilt } = await import("./run-built.js");
  await runBuilt();
}
