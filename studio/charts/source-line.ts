// The line below an exported picture that says its date and source, because pictures travel without
// the page.

const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" })

/** `note`: how to read the picture. */
export const formatSource = (note: string | undefined, at = new Date()): string =>
  `${note === undefined ? "" : `${note} `}Armistice · ${day.format(at)} · ${location.origin}${location.pathname}`
