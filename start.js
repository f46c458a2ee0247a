/**
 * Entry point, in plain JavaScript: versions of Node without TypeScript print a clear error, and the build starts
 * without `server.ts`.
 */
const isNewEnough = Number.parseInt(process.versions.node, 10) >= 24;
if (!isNewEnough) {
  process.stderr.write(
    `Frontdesk needs Node 24 or newer, this is ${process.version}. "npm ci" installs it; start with "npm start".\n`,
  );
  process.exitCode = 1;
} else if (process.argv.length > 2) await import("./server.ts");
else {
  const { runBuilt } = await import("./run-built.js");
  await runBuilt();
}
