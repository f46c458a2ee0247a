/**
 * The entry: plain JavaScript, so that a Node too old to read TypeScript still says in words what is wrong. Everything else
 * is in server.ts.
 */
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24;
if (isNewEnough) await import("./server.ts");
else {
  process.stderr.write(
    `Frontdesk runs on Node 24 or newer, this is ${process.version}. "npm ci" brings it along; start with "npm start".\n`,
  );
  process.exitCode = 1;
}
