import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    // a worker loads jsdom once and gives each file a window of its own: loading it takes as long as the tests of a file
    pool: "vmForks",
    maxWorkers: "100%",
    // a busy machine is slow, not wrong
    testTimeout: 60_000,
    execArgv: [
      // Node warns about more than ten listeners on one AbortSignal; a view has more
      "--disable-warning=MaxListenersExceededWarning",
      // room for the thousands of nodes of a view, which live only for one test
      "--max-semi-space-size=64",
    ],
  },
});
