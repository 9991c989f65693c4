import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The files that take long start first, so that no core waits for them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => /\.(medium|slow)\.test\.ts$/.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
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
    globalSetup: ["service/testing/postgres-door.ts", "studio/testing/browser-door.ts"],
    setupFiles: ["scripts/fixed-seed.ts"],
  },
})
