// The settings of the run that is shown round by round, and how the address holds them.

export interface RunSettings {
  readonly alpha: number
  readonly rounds: number
  readonly round: number
}

const usual: RunSettings = { alpha: 1, rounds: 500, round: 120 }

/** Only what differs from the default. */
export function writeRunSettings(settings: RunSettings): string {
  const names = Object.keys(usual) as (keyof RunSettings)[]
  const changed = names.filter((name) => settings[name] !== usual[name]).map((name) => [name, String(settings[name])])
  return changed.length === 0 ? "" : `?${new URLSearchParams(changed)}`
}

/** Reads the settings of an address; missing or invalid parts take their defaults. */
export function readRunSettings(text: string): RunSettings {
  const query = new URLSearchParams(text)
  const within = (name: keyof RunSettings, low: number, high: number): number => {
    const value = Number(query.get(name) ?? Number.NaN)
    return value >= low && value <= high ? value : usual[name]
  }
  const rounds = Math.round(within("rounds", 100, 5000))
  return { alpha: within("alpha", 0, 1), rounds, round: Math.min(rounds, Math.round(within("round", 1, 5000))) }
}
