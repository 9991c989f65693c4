// Which options of an experiment nobody gets any more, and which still run.

import type { Detail } from "../results/results-types.ts"

export const runningOptions = ({ arms }: Pick<Detail, "arms">): readonly string[] => arms
