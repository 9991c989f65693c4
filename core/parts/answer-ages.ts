// How old answers are when they join, by arm: a public table from which it follows which share of
// decisions is ever answered, and how many answers are still under way (Kaplan and Meier 1958).
// Ages are counted in rounds. It holds numbers of decisions and answers only, never a reward.

/** The table of one arm. Decisions from `from` on are counted in blocks of `width` pulls. */
export interface AnswerAges {
  from: number
  width: number
  /** Answers to the decisions of each block, and the sum of the rounds of those decisions. */
  answers: number[]
  rounds: number[]
  /** Answers by age. */
  ages: number[]
  /** The share of answers before the table began, expected until it has answers of its own. */
  expected?: number
}

export interface AnswerOutlook {
  /** The share of decisions that is ever answered. */
  readonly share: number
  /** Answers that can still be expected to the decisions made so far. */
  readonly underWay: number
}

const BLOCKS = 64
const AGES = 96

/** A table that begins with pull `from`; `prompt` answers came before it, each at once. */
export function startAges(from: number, prompt: number): AnswerAges {
  return { from, width: 1, answers: [], rounds: [], ages: prompt === 0 ? [] : [prompt] }
}

/** A table for decisions from now on, which remembers the share of answers so far. */
export function continueAges(table: AnswerAges, round: number, decided: number, answered: number): AnswerAges {
  const expected = table.ages.length === 0 ? table.expected : answerOutlook(table, round, decided, answered).share
  return { ...startAges(decided, 0), ...(expected === undefined ? {} : { expected }) }
}

/** Notes that pull `pull` was decided in round `round`. Pulls come in order. */
export function noteDecision(table: AnswerAges, pull: number, round: number): void {
  const block = findBlock(table, pull)
  table.rounds[block] += round
}

/** Notes that pull `pull` was answered in round `round`, after `decided` decisions of the arm. */
export function noteAnswer(table: AnswerAges, pull: number, round: number, decided: number): void {
  const block = findBlock(table, pull)
  table.answers[block] += 1
  const age = ageGroup(round - table.rounds[block] / countDecided(table, block, decided))
  while (table.ages.length <= age) table.ages.push(0)
  table.ages[age] += 1
}

/** The block of a pull. If there are more blocks than the table holds, neighbours merge. */
function findBlock(table: AnswerAges, pull: number): number {
  while (pull - table.from >= BLOCKS * table.width) {
    for (const list of [table.answers, table.rounds]) {
      for (let block = 0; 2 * block < list.length; block++) list[block] = list[2 * block] + (list[2 * block + 1] ?? 0)
      list.length = Math.ceil(list.length / 2)
    }
    table.width *= 2
  }
  const block = Math.floor((pull - table.from) / table.width)
  while (table.answers.length <= block) {
    table.answers.push(0)
    table.rounds.push(0)
  }
  return block
}

const countDecided = ({ from, width }: AnswerAges, block: number, decided: number): number =>
  Math.min(width, decided - from - block * width)

/** Half powers of two of rounds. */
const ageGroup = (rounds: number): number => Math.min(AGES - 1, Math.floor(2 * Math.log2(1 + Math.max(0, rounds))))
/** The rounds, and one more, from which each group on answers are of it. */
const groupStarts = Array.from({ length: AGES }, (_, age) => 2 ** (age / 2))

const last = new WeakMap<AnswerAges, { round: number; answered: number; outlook: AnswerOutlook }>()

/** The outlook in round `round`, with `answered` of `decided` decisions answered. */
export function answerOutlook(table: AnswerAges, round: number, decided: number, answered: number): AnswerOutlook {
  const known = last.get(table)
  if (known !== undefined && known.round === round && known.answered === answered) return known.outlook
  const outlook = computeOutlook(table, round, decided)
  last.set(table, { round, answered, outlook })
  return outlook
}

// Arrays by block and by age that every call uses again.
const open = new Float64Array(BLOCKS)
const openAge = new Uint8Array(BLOCKS)
const waiting = new Float64Array(AGES)
const unanswered = new Float64Array(AGES)

function computeOutlook(table: AnswerAges, round: number, decided: number): AnswerOutlook {
  const { answers, rounds, ages } = table
  let groups = ages.length
  waiting.fill(0)
  let age = AGES - 1
  for (let block = 0; block < answers.length; block++) {
    const count = countDecided(table, block, decided)
    // Later blocks are younger, so no logarithm is needed for each.
    const past = 1 + Math.max(0, round - rounds[block] / count)
    while (age > 0 && past < groupStarts[age]) age--
    open[block] = count - answers[block]
    openAge[block] = age
    waiting[age] += open[block]
    if (age >= groups) groups = age + 1
  }
  // The share still unanswered after each age: open ones of that age count half.
  let older = 0
  for (let age = groups - 1; age >= 0; age--) {
    const answered = ages[age] ?? 0
    const atRisk = older + answered + 0.5 * waiting[age]
    unanswered[age] = atRisk > 0 ? 1 - answered / atRisk : 1
    older += answered + waiting[age]
  }
  for (let age = 1; age < groups; age++) unanswered[age] *= unanswered[age - 1]
  const never = groups === 0 ? 1 : unanswered[groups - 1]
  let underWay = 0
  for (let block = 0; block < answers.length; block++) {
    const still = unanswered[openAge[block]]
    if (still > never) underWay += (open[block] * (still - never)) / still
  }
  return { share: 1 - never, underWay }
}
