import { defineConfig } from "vitest/config"

// Tests run on sources: workspaces resolve each other through the "source" condition.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["*/**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    testTimeout: 120_000,
    globalSetup: ["service/testing/postgres-door.ts"],
  },
})
