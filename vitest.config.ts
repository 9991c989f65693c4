import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { isQuickTest, longest } from "./scripts/test-kinds.ts"

/** Starts the longest files first, then medium ones, so that no core idles at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
      if (place >= 0) return place
      return longest.length + (isQuickTest(moduleId) ? 1 : 0)
    }
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other))
  }
}

// Tests run on sources: workspaces resolve each other through the "source" condition.
export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "**/dist/**", ".stryker-tmp/**"],
    // Files that wait for a browser, a disk or a process leave their core to another.
    maxWorkers: availableParallelism() + 1,
    // Files share what they import, which would take half of the time. No test may change a module.
    isolate: false,
    // Ends a test that hangs. A busy machine may take many times longer than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongestFirst },
    globalSetup: [
      "scripts/testing/test-folder.ts",
      "service/testing/postgres-door.ts",
      "studio/testing/browser-door.ts",
    ],
    setupFiles: ["scripts/fixed-seed.ts"],
  },
})
