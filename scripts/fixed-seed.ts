// Properties are tried with the same values in every run: a test that fails, fails again.

import { configureGlobal } from "fast-check"

configureGlobal({ seed: 20261116 })
