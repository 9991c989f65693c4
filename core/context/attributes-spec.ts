// The parameter that declares the attributes of a context.

import type { AttributesSpec } from "../parameters.ts"
import type { ContextAttributes } from "./attributes.ts"
import { planContext } from "./context-plan.ts"

/** The attributes of an experiment's context. */
export const attributesSpec: AttributesSpec = {
  kind: "attributes",
  about: "the public attributes of a context, with their levels or ranges",
  check: (given) => planContext(given as ContextAttributes).attributes,
}
