import fs, { chmodSync, mkdirSync, readFileSync, readlinkSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { syncBuiltinESMExports } from "node:module"
import { join } from "node:path"
import { expect, test } from "vitest"
import { filesIn, withFolder } from "../testing/run-command.ts"
import { prepareOutputs } from "./output-files.ts"

test("a file appears whole when it is written, and not before", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "out.csv")
    writeFileSync(path, "old")
    const { files, discard } = prepareOutputs({ csv: path })
    expect(readFileSync(path, "utf8")).toBe("old")
    files.csv?.write(["new ", "text"])
    expect(readFileSync(path, "utf8")).toBe("new text")
    discard()
    expect(filesIn(folder)).toEqual(["out.csv"])
  })
})

test("a file that was written is flushed before it gets its name, and its folder after", async () => {
  await withFolder(async (folder) => {
    const { files, discard } = prepareOutputs({ csv: join(folder, "out.csv") })
    const calls: string[] = []
    const { fsyncSync, renameSync } = fs
    fs.fsyncSync = (file) => {
      calls.push(fs.fstatSync(file).isDirectory() ? "flush folder" : "flush file")
      fsyncSync(file)
    }
    fs.renameSync = (from, to) => {
      calls.push("rename")
      renameSync(from, to)
    }
    syncBuiltinESMExports()
    try {
      files.csv?.write("text")
    } finally {
      Object.assign(fs, { fsyncSync, renameSync })
      syncBuiltinESMExports()
    }
    expect(calls).toEqual(["flush file", "rename", "flush folder"])
    discard()
  })
})

test("a file that is never written leaves no trace", async () => {
  await withFolder(async (folder) => {
    const { discard } = prepareOutputs({ csv: join(folder, "a.csv"), svg: join(folder, "b.svg"), png: undefined })
    discard()
    expect(filesIn(folder)).toEqual([])
  })
})

test("one place that cannot be written takes back the others", async () => {
  await withFolder(async (folder) => {
    expect(() => prepareOutputs({ csv: join(folder, "a.csv"), svg: join(folder, "none", "b.svg") })).toThrow(
      "--svg must be a file that can be written",
    )
    expect(filesIn(folder)).toEqual([])
  })
})

test("a link stays a link, and its target is written", async () => {
  await withFolder(async (folder) => {
    mkdirSync(join(folder, "real"))
    writeFileSync(join(folder, "real", "out.csv"), "old")
    symlinkSync("real/out.csv", join(folder, "link.csv"))
    symlinkSync("real/later.csv", join(folder, "dangling.csv"))
    const { files } = prepareOutputs({ csv: join(folder, "link.csv"), svg: join(folder, "dangling.csv") })
    files.csv?.write("new")
    files.svg?.write("later")
    expect(readlinkSync(join(folder, "link.csv"))).toBe("real/out.csv")
    expect(readFileSync(join(folder, "real", "out.csv"), "utf8")).toBe("new")
    expect(readFileSync(join(folder, "real", "later.csv"), "utf8")).toBe("later")
  })
})

test("a device is written to, never replaced", () => {
  const { files } = prepareOutputs({ csv: "/dev/null" })
  files.csv?.write("gone")
  expect(statSync("/dev/null").isFile()).toBe(false)
})

test("permissions of a file that is there are kept", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "secret.csv")
    writeFileSync(path, "old")
    chmodSync(path, 0o600)
    prepareOutputs({ csv: path }).files.csv?.write("new")
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})
