// Where an experiment stands, as a word with a colour.

const looks: Readonly<Record<string, string>> = { running: "good", paused: "warn", finished: "", archived: "" }

export const StatusBadge = ({ status }: { readonly status: string }) => (
  <span class={`badge ${looks[status] ?? ""}`}>{status}</span>
)
