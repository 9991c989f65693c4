// The quick tests, for `npm run mutate`.
import { mergeConfig } from "vitest/config"
import base from "./vitest.config.ts"

export default mergeConfig(base, { test: { exclude: ["**/*.medium.test.ts", "**/*.slow.test.ts"] } })
