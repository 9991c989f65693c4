import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { isQuickTest, longest } from "./scripts/test-kinds.ts"

/** The longest files start first, then those that take long, so that no core waits for them at the end. */
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
    exclude: ["**/node_modules/**", "**/dist/**"],
    // vitest alone would leave a core to itself, and files that wait for a disk or a process leave theirs to another.
    maxWorkers: availableParallelism() + 1,
    // Files share what they import, which would take half of the time: no test changes a module for good.
    isolate: false,
    // Only so that a test that hangs ends some time: a busy machine may take many times longer than a quiet one.
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
