// The algorithms that identify the best arm, each with the privacy that its guarantee is in.

import { findLaplaceEpsilon } from "@armistice/core"
import { createAdapTopTwo } from "./adap-tt.ts"
import { createDpSeIdentifier } from "./dp-se.ts"
import type { Identifier } from "./identifier.ts"
import { createLaplaceElimination, createResidualElimination } from "./weighted-elimination.ts"

/** The privacy of an identification: η for GDP, or ε for pure DP. */
export type IdentificationPrivacy = { readonly eta: number } | { readonly epsilon: number }

/** One algorithm for best-arm identification. */
export interface IdentificationEntry {
  readonly name: string
  readonly label: string
  /** Whether a wrong answer has chance at most `error` by proof. */
  readonly isProved: boolean
  /** Null if it cannot be that private. */
  create(privacy: IdentificationPrivacy, error: number): Identifier | null
}

/** One Laplace release per reward has an exact loss on the scale of η. */
const laplaceEpsilon = (privacy: IdentificationPrivacy): number =>
  "epsilon" in privacy ? privacy.epsilon : findLaplaceEpsilon(privacy.eta)

/** In the order in which tables list them. */
export const identificationEntries: readonly IdentificationEntry[] = [
  {
    name: "residual-se",
    label: "Residual-SE",
    isProved: true,
    create: (privacy, error) => ("eta" in privacy ? createResidualElimination({ eta: privacy.eta, error }) : null),
  },
  {
    name: "laplace-se",
    label: "Laplace-SE",
    isProved: true,
    create: (privacy, error) => createLaplaceElimination({ epsilon: laplaceEpsilon(privacy), error }),
  },
  {
    name: "adap-tt",
    label: "AdaP-TT",
    isProved: true,
    create: (privacy, error) => createAdapTopTwo({ epsilon: laplaceEpsilon(privacy), error }),
  },
  {
    name: "adap-tt-half",
    label: "AdaP-TT σ=1/2",
    // The spread that is enough for rewards in [0, 1], proved as the published one is.
    isProved: true,
    create: (privacy, error) => createAdapTopTwo({ epsilon: laplaceEpsilon(privacy), error, spread: 1 / 2 }),
  },
  {
    name: "adap-tt-empirical",
    label: "AdaP-TT unproved",
    // The stopping threshold of its authors' experiments, which has no proof.
    isProved: false,
    create: (privacy, error) => createAdapTopTwo({ epsilon: laplaceEpsilon(privacy), error, threshold: "empirical" }),
  },
  {
    name: "dp-se",
    label: "DP-SE",
    isProved: true,
    create: (privacy, error) => createDpSeIdentifier({ epsilon: laplaceEpsilon(privacy), error }),
  },
]
