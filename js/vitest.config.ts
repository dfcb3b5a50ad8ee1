import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "jsdom",
    include: ["test/**/*.test.ts"],
    // Node warns about more than ten listeners on one AbortSignal; a view has more
    execArgv: ["--disable-warning=MaxListenersExceededWarning"],
  },
});
