// A small site, whole: its pages, its links, and what the check of links finds.

import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { buildSite } from "./build-site.ts"
import { checkLinks } from "./links/check-links.ts"

const documents = {
  "README.md":
    "# Home\n\n[Docs](docs/) [License](LICENSE) [code](src/) [data](data.bin) [away](https://example.org/)\n",
  "docs/README.md": "# Index\n\n## You\n\n- [Guide](guide.md): read it.\n",
  "docs/guide.md":
    "# Guide\n\n## One step\n\n[above](#one-step) [program](../src/try.mjs) [call](../reference/http/a.md#call)\n",
  "src/try.mjs": "const one = 1\n",
  "src/note.md": "# Note\n\n[home](../README.md#home)\n",
  "data.bin": "01",
  LICENSE: "Free.\n",
  "studio/public/mark.svg": "<svg/>",
}

async function buildSmall(changes: Readonly<Record<string, string>> = {}): Promise<{ site: string; count: number }> {
  const folder = mkdtempSync(join(tmpdir(), "armistice-site-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ ...documents, ...changes })) {
    mkdirSync(join(folder, "root", dirname(path)), { recursive: true })
    writeFileSync(join(folder, "root", path), text)
  }
  const references = new Map([
    ["reference/http/README.md", "# HTTP API\n\n[a](a.md)\n"],
    ["reference/http/a.md", "# A\n\n## call\n"],
  ])
  const site = join(folder, "site")
  const paths = { root: join(folder, "root"), into: site, home: "README.md", index: "docs/README.md" }
  return { site, count: await buildSite({ ...paths, references }) }
}

test("every document, file and folder that a document links to is on the site, and all links are right", async () => {
  const { site, count } = await buildSmall()
  expect(count).toBe(9)
  expect(checkLinks(site)).toEqual([])
  for (const file of [
    "docs/guide.html",
    "src/index.html",
    "src/try.mjs.html",
    "src/note.html",
    "LICENSE.html",
    "data.bin",
  ])
    expect([file, existsSync(join(site, file))]).toEqual([file, true])
  const guide = readFileSync(join(site, "docs/guide.html"), "utf8")
  expect(guide).toContain('<a href="guide.html" aria-current="page">Guide</a>')
  expect(guide).toContain('<a href="../reference/http/a.html#call">call</a>')
  expect(readFileSync(join(site, "assets/sections.js"), "utf8")).toContain('"id":"docs/guide.html#one-step"')
})

test.each([
  ["docs/guide.md", "[x](gone.md)", "docs/guide.html links to gone.md, but there is no file docs/gone.md"],
  ["docs/guide.md", "[x](#two)", "docs/guide.html links to #two, but docs/guide.html has no such heading"],
  [
    "src/note.md",
    "[x](../docs/guide.md#two)",
    "src/note.html links to ../docs/guide.html#two, but docs/guide.html has no such heading",
  ],
  [
    "src/note.md",
    '<img src="https://example.org/x.png">',
    "src/note.html needs https://example.org/x.png, which is not part of the site",
  ],
  ["src/note.md", "![x](gone.png)", "src/note.html links to gone.png, but there is no file src/gone.png"],
])("a mistake planted in %s is found: %s", async (path, mistake, problem) => {
  const { site } = await buildSmall({ [path]: `${documents[path as keyof typeof documents]}\n${mistake}\n` })
  expect(checkLinks(site)).toEqual([problem])
})

test("a style that needs a font from elsewhere is found", async () => {
  const { site } = await buildSmall()
  appendFileSync(join(site, "assets/style.css"), "@font-face{src:url(https://example.org/x.woff2)}")
  expect(checkLinks(site)).toEqual([
    "assets/style.css needs https://example.org/x.woff2, which is not part of the site",
  ])
})
