// Charts as pictures of pixels and as PDF: Node only.

export { drawOnPdf, type PdfCanvas, type PdfPlace } from "./draw-on-pdf.ts"
export { openPdfFonts, type PdfFonts } from "./pdf-fonts.ts"
export { collect, type PdfOptions, renderPdf } from "./render-pdf.ts"
export { renderPng } from "./render-png.ts"
