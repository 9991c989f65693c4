// The warnings to an operator although the service is ready.

export const serviceWarnings = ["clock", "checkpoint"] as const

export type ServiceWarning = (typeof serviceWarnings)[number]

/** For people, without a full stop. */
export const warningTexts: Readonly<Record<ServiceWarning, string>> = {
  clock:
    "the clock of the machine, or of the database server, is more than a minute behind the service's time, which goes on by itself: set the clock",
  checkpoint: "the store's log cannot be written into its database and grows: look at the disk",
}
