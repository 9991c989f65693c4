import { expect, test } from "vitest"
import { lockProblems, versionProblems } from "./check-lock-file.ts"

test("a lock file that names a registry is refused", () => {
  const packages = { "node_modules/a": { version: "1.0.0", resolved: "https://registry.example/a.tgz" } }
  expect(lockProblems({ packages })).toEqual([
    "package-lock.json must name no host, got https://registry.example/a.tgz",
  ])
})

test("a lock file without another platform's binary is refused, one with it is not", () => {
  const tool = { version: "1.0.0", optionalDependencies: { "@tool/darwin": "1.0.0", "@tool/linux": "1.0.0" } }
  const linux = { "node_modules/tool": tool, "node_modules/@tool/linux": { version: "1.0.0" } }
  expect(lockProblems({ packages: linux })).toEqual([
    "package-lock.json must list @tool/darwin, which node_modules/tool needs on some platform",
  ])
  const both = { ...linux, "node_modules/tool/node_modules/@tool/darwin": { version: "1.0.0" } }
  expect(lockProblems({ packages: both })).toEqual([])
})

test("a workspace link is not a host", () => {
  expect(lockProblems({ packages: { "node_modules/@armistice/core": { resolved: "core" } } })).toEqual([])
})

test("a range instead of one version is refused", () => {
  const dependencies = { a: "^1.0.0", b: "1.2.3", c: "18.4.0-beta.17", d: "latest" }
  expect(versionProblems({ name: "x", dependencies })).toEqual([
    "x must pin a to one version, got ^1.0.0",
    "x must pin d to one version, got latest",
  ])
})
