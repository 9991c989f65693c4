// The script of a page in the browser: search from the header, and a button to copy each block of
// code. Without it a page shows the same text.

import { type Found, type IndexedSection, SectionSearch } from "./search-sections.ts"

declare global {
  interface Window {
    armisticeSections?: readonly IndexedSection[]
  }
}

const root = document.documentElement.dataset.root ?? ""
const at = (path: string): string => (root === "" ? path : `${root}/${path}`)
const find = <Kind extends Element>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector)
  if (found === null) throw new Error(`the page must have ${selector}`)
  return found
}

let loading: Promise<SectionSearch> | undefined

function loadSearch(): Promise<SectionSearch> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = at("assets/sections.js")
    script.onload = () => resolve(new SectionSearch(window.armisticeSections ?? []))
    script.onerror = () => reject(new Error("the search must find assets/sections.js"))
    document.head.append(script)
  })
  return loading
}

function startSearch(): void {
  const search = find<HTMLElement>(".search")
  const input = find<HTMLInputElement>(".search input")
  const list = find<HTMLElement>("#found")
  const note = find<HTMLElement>(".found-note")
  search.hidden = false
  let chosen = -1

  const choose = (index: number) => {
    const options = [...list.children]
    chosen = options.length === 0 ? -1 : (index + options.length) % options.length
    for (const [k, option] of options.entries()) option.setAttribute("aria-selected", String(k === chosen))
    input.setAttribute("aria-activedescendant", options[chosen]?.id ?? "")
    options[chosen]?.scrollIntoView({ block: "nearest" })
  }
  const close = () => {
    list.hidden = note.hidden = true
    input.setAttribute("aria-expanded", "false")
    input.removeAttribute("aria-activedescendant")
  }
  const show = (query: string, found: readonly Found[]) => {
    list.replaceChildren(...found.map(createOption))
    list.hidden = found.length === 0
    note.hidden = found.length > 0
    note.textContent = found.length > 0 ? "" : `Nothing found for “${query}”.`
    input.setAttribute("aria-expanded", String(found.length > 0))
    choose(0)
  }
  const update = async () => {
    const query = input.value.trim()
    if (query === "") return close()
    const sections = await loadSearch()
    // Another letter may have been typed meanwhile.
    if (query === input.value.trim()) show(query, sections.find(query))
  }

  input.addEventListener("focus", () => void loadSearch())
  input.addEventListener("input", () => void update())
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      choose(chosen + (event.key === "ArrowDown" ? 1 : -1))
    } else if (event.key === "Enter") list.querySelectorAll("a")[chosen]?.click()
    else if (event.key === "Escape") {
      input.value = ""
      close()
    }
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    input.focus()
  })
  document.addEventListener("click", (event) => {
    if (!search.contains(event.target as Node)) close()
    else if (event.target instanceof Element && event.target.closest("a") !== null) close()
  })
}

function createOption({ id, page, heading, excerpt }: Found, index: number): HTMLElement {
  const link = document.createElement("a")
  link.id = `found-${index}`
  link.setAttribute("role", "option")
  link.href = at(id)
  link.tabIndex = -1
  const parts = { b: heading, small: heading === page ? "" : page, span: excerpt }
  for (const [name, text] of Object.entries(parts)) {
    const part = document.createElement(name)
    part.textContent = text
    link.append(part)
  }
  return link
}

function addCopyButtons(): void {
  for (const block of document.querySelectorAll("pre")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = "Copy"
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(block.querySelector("code")?.textContent ?? "").then(() => {
        button.textContent = "Copied"
        setTimeout(() => {
          button.textContent = "Copy"
        }, 2000)
      })
    })
    const frame = document.createElement("div")
    frame.className = "code"
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

/** On a wide screen the navigation is always open, and the current page is in view. */
function openNavigation(): void {
  const details = find<HTMLDetailsElement>(".navigation details")
  const wide = matchMedia("(min-width: 62rem)")
  const update = () => {
    details.open = wide.matches
  }
  wide.addEventListener("change", update)
  update()
  const navigation = find<HTMLElement>(".navigation")
  const current = navigation.querySelector<HTMLElement>("[aria-current]")
  if (wide.matches && current !== null) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2
}

openNavigation()
addCopyButtons()
startSearch()
