// The error for a command line that cannot be run. It has the class of every refused input, so that the command ends in the same way.

import { ArmisticeError } from "@armistice/core"

export const usageError = (sentence: string): ArmisticeError => new ArmisticeError("invalid_parameter", sentence)
