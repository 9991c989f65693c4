// A command line that does not hold: the same class as every refused input, so that it ends the same way.

import { ArmisticeError } from "@armistice/core"

export const usageError = (sentence: string): ArmisticeError => new ArmisticeError("invalid_parameter", sentence)
