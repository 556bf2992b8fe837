// `npm start`: builds what is not up to date, and serves the playground on this machine.

import { build } from "./build.mjs";
import { program, root } from "./lib/process.mjs";

const FIRST_PORT = 5173;

await program(import.meta.url, async () => {
  await build();
  // Not at the top: in a fresh clone it is there only after the build.
  const { preview } = await import("vite");
  // Takes the next free port if this one is taken.
  const server = await preview({ root: `${root}www`, logLevel: "warn", preview: { port: FIRST_PORT, host: "localhost" } });
  console.log(`\nThe playground is at ${server.resolvedUrls.local[0]} (Ctrl-C ends it)`);

  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, resolve);
  });
  // A browser keeps its connections open.
  server.httpServer.closeAllConnections();
  await server.close();
});
