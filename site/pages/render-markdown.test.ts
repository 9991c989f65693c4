import { expect, test } from "vitest"
import { readNavigation } from "./navigation.ts"
import { renderMarkdown } from "./render-markdown.ts"

const render = (text: string) => renderMarkdown(text, (address) => `to:${address}`)

test("headings have GitHub's anchors, also where a text comes again", () => {
  const { headings } = render("# η, and (ε, δ)\n\n## `subject_key` file\n\n## Why?\n\n## Why?\n")
  expect(headings.map(({ id }) => id)).toEqual(["η-and-ε-δ", "subject_key-file", "why", "why-1"])
})

test("addresses of links, pictures and HTML are given to the caller, and comments are left out", () => {
  const { html } = render(
    '<!-- file: x -->\n\n[a](b.md#c) ![d](e.png)\n\n<img src="f.png" alt="">\n\nText <a href="g.md">g</a>\n',
  )
  expect([...html.matchAll(/"(to:[^"]*)"/g)].map(([, address]) => address)).toEqual([
    "to:b.md#c",
    "to:e.png",
    "to:f.png",
    "to:g.md",
  ])
  expect(html).not.toContain("file: x")
})

test("equations are typeset, and a mistake in one is refused", () => {
  const { html, hasMath } = render("Before\n\n$$\n\\eta^2 \\tag{1}\n$$\n\nAfter $5 and $6\n")
  expect(hasMath).toBe(true)
  expect(html).toMatch(/<math.*<p>After \$5 and \$6<\/p>/s)
  expect(() => render("$$\n\\nothing{\n$$\n")).toThrow(/KaTeX/)
})

test("a section has the text under its heading", () => {
  const { title, sections } = render("# Title\n\nOne\ntwo `three`.\n\n## Next\n\n- item\n\n```sh\nls -l\n```\n")
  expect(title).toBe("Title")
  expect(sections).toEqual([
    { id: "title", heading: "Title", text: "One two three." },
    { id: "next", heading: "Next", text: "item ls -l" },
  ])
})

test("code is coloured by its language", () => {
  expect(render("```js\nconst x = 1 < 2\n```\n").html).toContain('<span class="hljs-keyword">const</span>')
  expect(render("```text\na < b\n```\n").html).toContain("a &lt; b")
})

test("navigation has the links of an item before it explains them", () => {
  const index = "# Index\n\n## You\n\n- [A](a.md): see [b](b.md).\n- [C](c.md), [d](d.md)\n\nNot [e](e.md).\n\n## I\n"
  expect(readNavigation(index)).toEqual([
    {
      title: "You",
      links: [
        { label: "A", target: "a.md" },
        { label: "C", target: "c.md" },
        { label: "D", target: "d.md" },
      ],
    },
    { title: "I", links: [] },
  ])
})
