// Charts as pictures of pixels: Node only.

export { renderPng } from "./render-png.ts"
