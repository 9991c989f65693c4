// One decision: which arm, whether it is learned from, and which pull of the arm it is.

import { randomUUID } from "node:crypto"
import { ArmisticeError, type Context, type ContextPoint } from "@armistice/core"
import { readAssignment } from "../assignments/assignment.ts"
import { formatPoint, parseContext, readPoint } from "../context/decision-context.ts"
import { countsSubjects, type Experiment, getSubjectCap, type Status, wholeSegment, windowEnd } from "../experiment.ts"
import type { DecisionNames, RepeatableDecision } from "../keys/repeatable-ids.ts"
import { assignedMark, excludedArms } from "../live/arm-states.ts"
import type { LiveExperiment } from "../live/live-experiment.ts"
import { fallbackArm, isHeldAtControl, movedArm, unlearnedArm } from "../live/served-arms.ts"
import { reserve } from "../populations/reserve.ts"
import { ServiceError } from "../service-error.ts"
import type { DecisionRow, SubjectRow } from "../store/rows.ts"
import { checkTexts, joinChoices, quoted } from "../text.ts"
import type { UnitOfWork } from "../transaction/unit-of-work.ts"
import { closeBeforeDecision } from "./close-windows.ts"
import { recordDecision } from "./record-decision.ts"
import { checkSize, keepSize } from "./repeatable-decision.ts"
import { findServedArm, type Served, type ServedArm } from "./serve-control.ts"

export interface DecisionRequest {
  readonly decisionId?: string
  readonly subject?: string
  readonly segment?: string
  /** A level or a number for each attribute of the experiment's context. */
  readonly context?: Context
  readonly excludeArms?: readonly string[]
  /** It came with an Idempotency-Key. */
  readonly repeatable?: RepeatableDecision
}

/** A request as the operation takes it: what is looked up has its names in the store. */
export interface NamedRequest {
  readonly asked: DecisionRequest
  readonly decisionId: string | undefined
  /** Hashed; null: none was given. */
  readonly subject: string | null
  /** The subject as a population knows it. */
  readonly person: ((population: string) => string) | null
  /** Null: it came without an Idempotency-Key. */
  readonly names: DecisionNames | null
}

export interface Decided {
  readonly decisionId: string
  readonly arm: string
  /** The first arm of the subject or decision, if another one is served now. */
  readonly firstArm?: string
  /** The experiment's, now. */
  readonly status: Status
  /** Why the control is served, where the status does not tell. */
  readonly outside?: "dates" | "traffic"
  readonly isNew: boolean
}

export function decide(work: UnitOfWork, experiment: string, request: NamedRequest, key: string): Decided {
  const { asked, subject, person, names } = request
  const live = work.live(experiment)
  const { segment: name, excludeArms = [] } = asked
  checkTexts("segment and excludeArms", name === undefined ? excludeArms : [name, ...excludeArms])
  const segment = chooseSegment(live.experiment, asked.segment)
  const point = parseContext(live.algorithm.context, asked.context)
  const context = formatPoint(point)
  const excluded = excludedFor(live, asked.excludeArms)
  const { repeatable } = asked
  if (names !== null) checkSize(work, experiment, names, repeatable?.size ?? null)
  const wanted = request.decisionId ?? names?.id
  if (wanted !== undefined) {
    const known = work.decision(experiment, wanted)
    if (known !== undefined) {
      checkSame(known, { segment, excluded, subject, context })
      return servedAgain(work, live, known, subject)
    }
  }
  checkOpen(live, subject)
  const decided = makeDecision(work, live, { subject, person, segment, context, point, excluded, id: wanted }, key)
  if (names !== null && typeof repeatable?.size === "number") keepSize(work, live, names, repeatable.size)
  return decided
}

/** A decision as its row will have it. */
interface NewDecision extends Pick<DecisionRow, "segment" | "subject" | "excluded" | "context"> {
  /** The same as `context`. */
  readonly point: ContextPoint | undefined
  /** The subject as a population knows it. */
  readonly person: NamedRequest["person"]
  /** Undefined: the service makes one. */
  readonly id: string | undefined
}

/** Makes a new decision of an experiment that is not archived. */
export function makeDecision(work: UnitOfWork, live: LiveExperiment, given: NewDecision, key: string): Decided {
  const { id: wanted, segment, subject, excluded, context, point, person } = given
  if (live.status === "running") closeBeforeDecision(work, live)
  const id = wanted ?? newId(live.sequence + 1)
  const served = findServedArm(live, work.now, { segment, subject, point }, excludedArms(excluded))
  const { arm, pull, firstArm, isAssigned }: Chosen =
    served === null
      ? chooseArm(work, live, { subject, person, segment, point }, excludedArms(excluded))
      : { arm: served.arm, pull: null, firstArm: served.arm }
  const at = work.now
  const row: DecisionRow = {
    // Not the string of the request, which would keep the whole URL in memory.
    experiment: live.experiment.id,
    sequence: live.sequence + 1,
    id,
    arm,
    pull,
    segment,
    // Once rewards are removed, nothing about people is added to decisions either.
    subject: subject === null || live.purgedAt === null ? subject : "",
    excluded: isAssigned === true ? assignedMark : excluded,
    context: live.purgedAt === null ? context : null,
    at,
    due: windowEnd(live.experiment, at),
    key,
    noise: work.random.takeRecord(),
  }
  recordDecision(work, live, row, wanted !== undefined)
  const decided = { decisionId: id, arm: live.armName(arm), status: live.status, isNew: true }
  // Spreading costs a microsecond, and most decisions have no more to say.
  if (served === null && (firstArm === undefined || firstArm === arm)) return decided
  return { ...decided, ...namedArms(live, arm, firstArm), ...describeOutside(served) }
}

function namedArms(live: LiveExperiment, arm: number, firstArm = arm): Pick<Decided, "arm" | "firstArm"> {
  const named = { arm: live.armName(arm) }
  return firstArm === arm ? named : { ...named, firstArm: live.armName(firstArm) }
}

/** A decision made before: its arm, or what is served now where that has changed. */
function servedAgain(work: UnitOfWork, live: LiveExperiment, known: DecisionRow, subject: string | null): Decided {
  const { id, segment, sequence } = known
  const excluded = excludedArms(known.excluded)
  const point = readPoint(known.context)
  const served = findServedArm(live, work.now, { segment, subject, point }, excluded)
  const arm = served?.arm ?? (live.isMoved(known.arm, sequence) ? movedArm(live, segment, excluded, point) : known.arm)
  const hasSubject = served === null && live.experiment.sticky && subject !== null
  const first = (hasSubject ? work.subject(known.experiment, subject).arm : null) ?? known.arm
  return {
    decisionId: id,
    ...namedArms(live, arm, first),
    status: live.status,
    ...describeOutside(served),
    isNew: false,
  }
}

const describeOutside = (served: ServedArm | null): Pick<Decided, "outside"> =>
  served?.outside === undefined ? {} : { outside: served.outside }

/** The segment as rows have it; refuses one that the experiment does not know. */
export function chooseSegment({ segments }: Experiment, given: string | undefined): string {
  if (segments === null) {
    if (given === undefined) return wholeSegment
    throw new ServiceError("unknown_segment", "this experiment has no segments")
  }
  if (given === undefined) throw new ServiceError("segment_required", "this experiment learns by segment: name one")
  if (segments.includes(given)) return given
  throw new ServiceError("unknown_segment", `segment must be ${joinChoices(segments)}, got ${quoted(given)}`)
}

function excludedFor(live: LiveExperiment, names: readonly string[] | undefined): string {
  if (names === undefined || names.length === 0) return ""
  const arms = new Set(names.map((name) => live.armNumber(name)))
  if (arms.size === live.arms.count) throw new ServiceError("no_arm_available", "all arms are excluded")
  return [...arms].sort((a, b) => a - b).join(",")
}

/**
 * The same id must mean the same request. An erased subject, a purged context or what an assigned
 * arm was excluded from can no longer be compared.
 */
function checkSame(
  known: DecisionRow,
  { segment, excluded, subject, context }: Pick<DecisionRow, "segment" | "excluded" | "subject" | "context">,
): void {
  const sameSubject = known.subject === "" || known.subject === subject
  const sameContext = known.context === null || known.context === context
  const sameArms = known.excluded === assignedMark || known.excluded === excluded
  if (known.segment === segment && sameArms && sameSubject && sameContext) return
  throw new ServiceError(
    "decision_conflict",
    "this decisionId was used with another segment, subject, context or excludeArms",
  )
}

function checkOpen(live: LiveExperiment, subject: string | null): void {
  if (live.status === "archived") throw new ServiceError("experiment_archived", "this experiment is archived")
  if (subject !== null) return
  if (countsSubjects(live.experiment))
    throw new ServiceError("subject_required", "this experiment counts subjects: name one")
  if (live.experiment.trafficShare !== undefined)
    throw new ServiceError("subject_required", "only a share of people takes part in this experiment: name a subject")
}

interface Chosen {
  readonly arm: number
  readonly pull: number | null
  readonly firstArm?: number
  /** It is learned from, and its arm was assigned before. */
  readonly isAssigned?: boolean
}

/**
 * Subjects beyond their cap or their population's limit are served alike, but their rewards join
 * nothing. A paused experiment learns from no one and counts no one new.
 */
function chooseArm(
  work: UnitOfWork,
  live: LiveExperiment,
  { segment, point, subject, person }: Served & Pick<NamedRequest, "person">,
  excluded: ReadonlySet<number> | undefined,
): Chosen {
  const { id, sticky } = live.experiment
  const cap = getSubjectCap(live.experiment)
  const counted = subject !== null && cap !== null ? work.subject(id, subject) : null
  if (counted !== null && counted.arm !== null && live.isMoved(counted.arm, counted.since ?? 0))
    return { arm: movedArm(live, segment, excluded, point), pull: null, firstArm: counted.arm }
  if (counted !== null && counted.arm !== null && excluded?.has(counted.arm) !== true)
    return { arm: counted.arm, pull: null }
  const assignment = counted === null ? null : readAssignment(live, counted, work.now)
  const assigned = assignment === null || excluded?.has(assignment.arm) === true ? undefined : assignment.arm
  const isHeld = live.status === "paused" || isHeldAtControl(live, segment)
  if (isHeld && assigned === undefined) return { arm: fallbackArm(live, excluded), pull: null }
  const isWithinCap = counted === null || counted.learned < (cap as number)
  const mayLearn = !isHeld && live.isLearning(live.segment(segment)) && isWithinCap
  const reserved = mayLearn ? reserve(work, live, counted, person) : null
  const isLearned = reserved !== null
  const chosen = isLearned
    ? choose(live, work, segment, assigned ?? excluded, point)
    : { arm: assigned ?? unlearnedArm(live, segment, excluded, point), pull: null }
  reserved?.()
  if (counted === null) return chosen
  const row: SubjectRow = {
    ...counted,
    learned: counted.learned + (isLearned ? 1 : 0),
    arm: counted.arm ?? (sticky ? chosen.arm : null),
    since: counted.arm === null && sticky ? live.sequence + 1 : counted.since,
    assigned: null,
  }
  if (row.learned !== counted.learned || row.arm !== counted.arm) work.putSubject(live, row)
  return { ...chosen, isAssigned: isLearned && assigned !== undefined }
}

/** `among`: the arm that was assigned, or the excluded arms. */
function choose(
  live: LiveExperiment,
  work: UnitOfWork,
  segment: string,
  among: ReadonlySet<number> | number | undefined,
  point: ContextPoint | undefined,
) {
  try {
    if (typeof among === "number") return live.take(segment, work.random, among, point)
    return live.decide(segment, work.random, among, point)
  } catch (error) {
    // Checked by the algorithm before anything changes.
    if (error instanceof ArmisticeError && error.code === "no_arm_available")
      throw new ServiceError("no_arm_available", error.message)
    throw error
  }
}

/** In the order of the journal, for a compact index; the rest cannot be guessed. */
export const newId = (sequence: number): string =>
  `dec_${sequence.toString(36).padStart(8, "0")}${randomUUID().slice(0, 18)}`
