// Someone who works with the keyboard is never thrown back to the top of the page: where what has the focus goes away, because it was
// done or there is no more of it, the nearest part of the page around it that is still there takes it over, before the next key.

const parts = "section, dialog, form, fieldset, nav, main"

export function keepFocus(): void {
  let around: readonly Element[] = []
  let last: Element | null = null
  addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null
    around = last === null ? [] : ancestorsOf(last)
  })
  addEventListener("focusout", ({ target }) =>
    // Left for nothing, as by a click beside it: then nothing takes it over. What is taken away is no longer there by then.
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

function ancestorsOf(element: Element): readonly Element[] {
  const found: Element[] = []
  for (let one = element.parentElement; one !== null; one = one.parentElement) found.push(one)
  return found
}
