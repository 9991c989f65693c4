// Property tests use the same values in every run, so that a failure repeats.

import { configureGlobal } from "fast-check"

configureGlobal({ seed: 20261116 })
