// Keeps keyboard focus when the focused element disappears: the nearest remaining part of the page
// around it takes the focus before the next key press.

const parts = "section, dialog, form, fieldset, nav, main"

export function keepFocus(): void {
  let around: readonly Element[] = []
  let last: Element | null = null
  addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null
    around = last === null ? [] : listAncestors(last)
  })
  addEventListener("focusout", ({ target }) =>
    // A click beside the element removes focus on purpose. An element that was removed is no longer
    // connected here.
    queueMicrotask(() => {
      if (target === last && last?.isConnected === true && document.activeElement === document.body) last = null
    }),
  )
  new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return
    const part = around.find((one) => one.isConnected && one.matches(parts)) ?? document.querySelector("main")
    last = null
    if (!(part instanceof HTMLElement)) return
    if (!part.hasAttribute("tabindex")) part.tabIndex = -1
    part.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

function listAncestors(element: Element): readonly Element[] {
  const found: Element[] = []
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one)
  return found
}
