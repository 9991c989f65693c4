// One text per value, whatever the order of its fields: hashes and fingerprints are taken over it.
// Stored ledgers depend on this text, so it may change only with the next `ledgerFormatVersion`.

/** The text of a value, with the fields of objects in order. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`)
  return `{${fields.join(",")}}`
}
