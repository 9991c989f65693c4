// The form as the plan's figures and as the request to the service. A figure that cannot be read
// keeps its last readable value.

import type { ArmisticeClient } from "@armistice/client"
import { findEtaForAttackSuccess } from "@armistice/core"
import { readAttributes } from "./attributes.ts"
import { type Draft, emptyDraft, makesOutcomesPublic, newPopulation } from "./draft.ts"
import { type FormSettings, splitLimit } from "./form-settings.ts"
import { listGuardrailFigures } from "./guardrail-figures.ts"
import { readEta } from "./privacy.ts"
import { type FieldKind, findFieldKind, type Problem } from "./problem.ts"
import { findProblems } from "./problems.ts"
import {
  readBest,
  readCap,
  readDelay,
  readEvenShare,
  readLabels,
  readNumber,
  readPoints,
  readSeconds,
  readTime,
  readWhole,
} from "./read-typed.ts"

export type ExperimentCreate = Parameters<ArmisticeClient["createExperiment"]>[0]

const readNames = (rows: readonly string[]): string[] => rows.map((row) => row.trim()).filter((row) => row !== "")

/** The typed figures of the plan, and the fields they are typed into. */
const sources = {
  people: ["people"],
  perDay: ["per-day"],
  eta: ["privacy", "guesses", "eta", "epsilon", "delta"],
  cap: ["cap"],
  evenShare: ["even-share"],
  worthwhile: ["worthwhile", "min", "max"],
  best: ["best", "answer-share", "lead"],
  lead: ["lead"],
  answerShare: ["answer-share"],
  delaySeconds: ["delay"],
  windowSeconds: ["window"],
} as const satisfies Partial<Record<keyof FormSettings, readonly FieldKind[]>>

export type TypedField = keyof typeof sources

/** The figures that cannot be read, given the problems. */
export function listUnreadable(problems: readonly Problem[]): Set<TypedField> {
  const wrong = new Set<FieldKind>(problems.map(({ field }) => findFieldKind(field)))
  return new Set(
    (Object.keys(sources) as TypedField[]).filter((name) => sources[name].some((kind: FieldKind) => wrong.has(kind))),
  )
}

export function readFormSettings(draft: Draft, before: FormSettings | null = null): FormSettings {
  const wrong = listUnreadable(findProblems(draft))
  const kept = (name: TypedField, now: number | null): number =>
    (wrong.has(name) ? null : now) ?? before?.[name] ?? readFormSettings(emptyDraft)[name]
  const range = draft.kind === "yes-no" ? 1 : (readNumber(draft.max) ?? 1) - (readNumber(draft.min) ?? 0)
  const worthwhile = draft.kind === "yes-no" ? readPoints(draft.worthwhile) : readNumber(draft.worthwhile)
  return {
    // At least two, before they have names.
    optionCount: Math.max(2, readNames(draft.options).length),
    people: kept("people", readWhole(draft.people)),
    perDay: kept("perDay", readNumber(draft.perDay)),
    eta: kept("eta", readEta(draft.privacy)),
    cap: kept("cap", readCap(draft)),
    guardrailCount: draft.guardrails.length,
    groupCount: Math.max(1, readNames(draft.groups).length),
    context: draft.attributes.length === 0 ? null : (readAttributes(draft) ?? before?.context ?? null),
    range: draft.kind === "yes-no" ? null : range > 0 ? range : (before?.range ?? 1),
    worthwhile: kept("worthwhile", worthwhile === null || !(range > 0) ? null : worthwhile / range),
    evenShare: kept("evenShare", readEvenShare(draft)),
    best: kept("best", readBest(draft)),
    lead: kept("lead", readPoints(draft.lead)),
    answers: draft.answers,
    isArrivalSecret: draft.isArrivalSecret,
    answerShare: kept("answerShare", readPoints(draft.answerShare)),
    delaySeconds: kept("delaySeconds", readDelay(draft.delay)),
    windowSeconds: kept("windowSeconds", readSeconds(draft.window)),
    silence: readSilence(draft, range),
  }
}

/** Missing answers can be left out only if everyone should answer and arrivals are public. */
const isSilenceLeftOut = ({ answers, isArrivalSecret, isSilenceLeftOut }: Draft): boolean =>
  isSilenceLeftOut && answers === "all" && !isArrivalSecret

function readSilence(draft: Draft, range: number): number | "ignore" {
  if (isSilenceLeftOut(draft)) return "ignore"
  const value = draft.kind === "number" && draft.answers === "all" ? readNumber(draft.silenceValue) : null
  const share = value === null || !(range > 0) ? 0 : (value - (readNumber(draft.min) ?? 0)) / range
  return Math.min(1, Math.max(0, share))
}

/** For a draft without problems. `proposed` are margins for guardrails without a typed one. */
export function createRequest(draft: Draft, proposed: readonly number[] = []): ExperimentCreate {
  const settings = readFormSettings(draft)
  const { guardrail } = splitLimit(settings)
  const { privacy } = draft
  const groups = readNames(draft.groups)
  const attributes = readAttributes(draft)
  const population = readPopulation(draft)
  const arms = readNames(draft.options)
  const description = draft.description.trim()
  const labels = readLabels(draft.labels)
  const control = readControl(draft)
  return {
    name: draft.name.trim(),
    ...(description === "" ? {} : { description }),
    ...(labels.length === 0 ? {} : { labels }),
    arms,
    ...(control === arms[0] ? {} : { control }),
    ...(draft.mostOptions.trim() === "" ? {} : { maxArms: Number(readWhole(draft.mostOptions)) }),
    horizon: settings.people,
    privacy:
      privacy.by === "epsilon"
        ? { epsilon: Number(readNumber(privacy.text)), delta: Number(readNumber(privacy.delta)) }
        : { eta: settings.eta },
    protects: "subject",
    ...(draft.isSticky ? { sticky: true } : { subjectCap: settings.cap }),
    ...(draft.kind === "yes-no"
      ? { worthwhile: settings.worthwhile }
      : {
          reward: { min: Number(readNumber(draft.min)), max: Number(readNumber(draft.max)) },
          worthwhile: Number(readNumber(draft.worthwhile)),
          ...(draft.isClipped ? { clip: true } : {}),
        }),
    rewardWindowSeconds: Number(readSeconds(draft.window)),
    ...(settings.evenShare > 0 ? { evenShare: settings.evenShare } : {}),
    ...timesAndShare(draft),
    ...(draft.guardrails.length > 0 && draft.onHarm === "notify" ? { onHarm: draft.onHarm } : {}),
    ...(draft.isWorseStopped && attributes === null ? { onWorse: "stop_arm" as const } : {}),
    ...(draft.isAutoStopped ? { stopWhen: "clear" as const } : {}),
    ...(groups.length > 0 ? { segments: groups } : {}),
    ...(attributes === null ? {} : { context: { protection: "none" as const, attributes } }),
    ...(population === null ? {} : { population }),
    ...createAnswers(draft),
    ...(draft.guardrails.length > 0
      ? {
          metrics: listGuardrailFigures(draft, settings).map(({ margin, windowSeconds }, place) => ({
            name: draft.guardrails[place].name.trim(),
            worse: draft.guardrails[place].worse,
            eta: guardrail,
            margin: margin ?? proposed[place] ?? 0,
            windowSeconds,
          })),
        }
      : {}),
  }
}

/** When it runs, for whom, and what people get afterwards. The service's defaults are left out. */
function timesAndShare(draft: Draft) {
  const { trafficShare, starts, ends, afterTarget } = draft
  const share = readPoints(trafficShare) ?? 1
  const [from, until] = [readTime(starts), readTime(ends)]
  return {
    ...(share < 1 ? { trafficShare: share } : {}),
    ...(from === null ? {} : { startsAt: new Date(from).toISOString() }),
    ...(until === null ? {} : { endsAt: new Date(until).toISOString() }),
    ...createRetention(draft),
    ...(afterTarget === "control" ? { afterTarget } : {}),
  }
}

function createRetention({ archiveDays, purgeDays }: Draft): Pick<ExperimentCreate, "retention"> {
  const [archive, purge] = [readWhole(archiveDays), readWhole(purgeDays)]
  if (archive === null && purge === null) return {}
  return {
    retention: {
      ...(archive === null ? {} : { archiveAfterDays: archive }),
      ...(purge === null ? {} : { purgeAfterDays: purge }),
    },
  }
}

/** The request's fields about answers. */
function createAnswers(
  draft: Draft,
): Pick<ExperimentCreate, "answers" | "arrivals" | "acceptPublicArrivals" | "missing"> {
  const { kind, isArrivalSecret, silenceValue } = draft
  const answers = draft.answers ?? "all"
  const value = kind === "number" && answers === "all" ? readNumber(silenceValue) : null
  return {
    answers,
    arrivals: isArrivalSecret ? "private" : "public",
    ...(makesOutcomesPublic(draft) && draft.acceptsPublicOutcomes ? { acceptPublicArrivals: true } : {}),
    ...(isSilenceLeftOut(draft) ? { missing: "ignore" as const } : value === null ? {} : { missing: value }),
  }
}

/** The option that everyone is given today. */
export function readControl({ options, control }: Pick<Draft, "options" | "control">): string {
  const names = readNames(options)
  return names.includes(control) ? control : (names[0] ?? "")
}

export function readPopulation({ population, populationName }: Draft): string | null {
  if (population === newPopulation) return populationName.trim()
  return population === "" ? null : population
}

/** The limit of a population that is created with the experiment. */
export const readNewLimit = ({ populationLimit }: Draft): number =>
  findEtaForAttackSuccess(Number(readNumber(populationLimit)) / 100)
