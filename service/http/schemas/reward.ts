// A reward at the one address an experiment has for all of them.

import { type Static, Type } from "typebox"
import { DecisionId, RewardCreate, subjectText } from "../schemas.ts"

export const RewardGiven = Type.Object(
  {
    decisionId: Type.Optional(DecisionId),
    subject: Type.Optional(subjectText("whom the reward is from, in a sticky experiment")),
    ...RewardCreate.properties,
  },
  { additionalProperties: false, minProperties: 2, description: "of the decision that is named, or of the subject" },
)

export type RewardGiven = Static<typeof RewardGiven>
