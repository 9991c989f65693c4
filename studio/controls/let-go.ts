// What arrives by itself, such as news of the service, must not move what someone is pressing: the press would end beside it and be lost.

let isPressed = false
let waiting: (() => void)[] = []

function letGoNow(): void {
  isPressed = false
  // After the click that comes of letting go.
  setTimeout(() => {
    if (isPressed) return
    const all = waiting
    waiting = []
    for (const goOn of all) goOn()
  })
}

if (typeof document !== "undefined") {
  addEventListener("pointerdown", () => (isPressed = true), true)
  // A menu of the browser takes the pointer, and nobody says when it is let go there.
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) addEventListener(end, letGoNow, true)
  // Of the window: who goes elsewhere with the button down lets it go there.
  addEventListener("blur", letGoNow)
}

/** Awaited by whatever is about to change the page and was not asked for just now. */
export const letGo = (): Promise<void> =>
  isPressed ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve()
