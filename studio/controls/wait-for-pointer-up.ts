// Updates must not move a control while it is pressed: the click would miss it.

let isPressed = false
let waiting: (() => void)[] = []

function endPress(): void {
  isPressed = false
  // Run after the click event that follows pointerup.
  setTimeout(() => {
    if (isPressed) return
    const resumed = waiting
    waiting = []
    for (const resume of resumed) resume()
  })
}

if (typeof document !== "undefined") {
  addEventListener("pointerdown", () => (isPressed = true), true)
  // A native context menu swallows the pointerup event.
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(end, endPress, true)
  // Losing window focus ends the press: the pointer may be released outside the page.
  addEventListener("blur", endPress)
}

/** Await it before an update that the user did not just ask for. */
export const waitForPointerUp = (): Promise<void> =>
  isPressed ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()
