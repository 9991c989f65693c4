// The line below an exported picture that says its date and source, because pictures travel without
// the page.

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })

export const formatSource = (at: Date = new Date()): string =>
  `Armistice · ${day.format(at)} · ${location.origin}${location.pathname}`
