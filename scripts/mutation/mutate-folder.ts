// One folder: which tests reach which mutant (surveyed once), then each mutant with the tests that reach it, those beside it first.

import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { filesUnder, root } from "../repository.ts"
import { isQuickTest } from "../test-kinds.ts"
import type { MutatedFolder } from "./folders.ts"
import { type Mutant, mutantsOf } from "./mutants.ts"
import { report } from "./report.ts"
import { sampled } from "./sample.ts"
import { cacheFolder } from "./stryker.ts"
import { hashOf, type SurveyedFile, survey } from "./survey.ts"
import { TestWorker } from "./test-worker.ts"

export interface Options {
  readonly workers: number
  /** Forgets earlier verdicts. */
  readonly fresh: boolean
  /** Only mutants of files whose path contains this. */
  readonly file: string
}

export interface Verdict {
  readonly kind: "killed" | "survived" | "not reached" | "timeout"
  /** The test that noticed; empty if none did. */
  readonly by: string
}

/** A verdict with the hash of what it rests on: for a kill the mutated file and the test that noticed, otherwise all tests. */
interface Kept extends Verdict {
  readonly key: string
  readonly rests: string
}

const progressEveryMs = 15_000
const mutantsPerBatch = 40

/** Whether enough mutants are killed and every survivor is explained. */
export async function mutateFolder(folder: MutatedFolder, { workers, fresh, file }: Options): Promise<boolean> {
  const cache = join(cacheFolder, folder.name.replaceAll("/", "-"))
  if (fresh) rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true })
  const mutants = await mutantsOf(folder)
  const tried = mutants.list.filter(({ ignored }) => ignored === null)
  const chosen = sampled(tried, folder.sample ?? 0).filter((mutant) => mutant.file.includes(file))
  console.log(
    `${folder.name}: ${mutants.list.length} mutants, ${mutants.list.length - tried.length} ignored, ${chosen.length} to try`,
  )
  const surveyedFiles = await survey(folder, mutants, join(cache, "survey.json"))
  const kept = new VerdictFile(join(cache, "verdicts.jsonl"), folder)
  const verdicts = new Map<Mutant, Verdict>()
  for (const mutant of chosen) {
    const known = kept.find(mutant)
    if (known !== null) verdicts.set(mutant, known)
  }
  const plans = chosen.filter((mutant) => !verdicts.has(mutant)).map((mutant) => planFor(mutant, surveyedFiles, folder))
  const started = Date.now()
  let done = 0
  let shown = started
  const judge = ({ mutant }: Plan, verdict: Verdict): void => {
    verdicts.set(mutant, verdict)
    kept.add(mutant, verdict)
    done++
    if (Date.now() - shown < progressEveryMs) return
    shown = Date.now()
    const secondsLeft = Math.round(((shown - started) / 1000 / done) * (chosen.length - verdicts.size))
    console.log(`  ${verdicts.size} of ${chosen.length}, about ${secondsLeft} s left`)
  }
  const work = async (): Promise<void> => {
    let worker = new TestWorker({})
    let mutated = ""
    for (let batch = nextBatch(plans); batch.length > 0; batch = nextBatch(plans)) {
      const path = join(root, batch[0]?.mutant.file ?? "")
      if (path !== mutated) {
        // Switches cost time where much is drawn, so that only the file at hand has them.
        await worker.close()
        worker = new TestWorker({ [path]: mutants.texts[path] ?? "" })
        mutated = path
      }
      plans.unshift(...(await tryBatch(worker, batch, judge)))
    }
    await worker.close()
  }
  await Promise.all(Array.from({ length: workers }, work))
  console.log(
    `  ${done} tried now in ${Math.round((Date.now() - started) / 1000)} s, ${chosen.length - done} known from before`,
  )
  return report(folder.name, mutants.list.length - tried.length, verdicts)
}

/** A mutant with the test files that reach it, in the order in which they are run. */
interface Plan {
  readonly mutant: Mutant
  readonly files: readonly (SurveyedFile & { readonly names: readonly string[] })[]
  /** Reached while files are loaded, so that they must be loaded anew. */
  readonly isStatic: boolean
  /** Only its first file is run, which notices most mistakes; the others are not even loaded then. */
  readonly isFirst: boolean
}

function planFor(
  mutant: Mutant,
  surveyedFiles: readonly SurveyedFile[],
  { elsewhereMs = Number.POSITIVE_INFINITY }: MutatedFolder,
): Plan {
  const isStatic = surveyedFiles.some(({ loading }) => loading.includes(mutant.id))
  const files = surveyedFiles.flatMap((file) => {
    // What was reached while loading can show in any test of the file.
    const isAny = file.loading.includes(mutant.id)
    const reaching = file.tests.filter(({ reached }) => isAny || reached.includes(mutant.id))
    return reaching.length > 0 ? [{ ...file, names: reaching.map(({ name }) => name) }] : []
  })
  const stem = basename(mutant.file, ".ts")
  const isBeside = ({ path }: SurveyedFile) => basename(path).startsWith(`${stem}.`)
  files.sort((one, two) => one.durationMs - two.durationMs)
  const run = files.filter(isBeside)
  let usedMs = 0
  for (const file of files.filter((file) => !isBeside(file))) {
    usedMs += file.durationMs
    if (usedMs <= elsewhereMs) run.push(file)
  }
  return { mutant, files: run, isStatic, isFirst: run.length > 1 }
}

/** The next mutants, of one file, that can share one thread. */
function nextBatch(plans: Plan[]): Plan[] {
  const batch = plans.splice(0, 1)
  const joins = (plan: Plan | undefined) => plan?.isStatic === false && plan.mutant.file === batch[0]?.mutant.file
  while (batch[0]?.isStatic === false && batch.length < mutantsPerBatch && joins(plans[0]))
    batch.push(...plans.splice(0, 1))
  return batch
}

/** Judges the mutants of a batch; returns those whose first file did not notice, and those that one which hung kept from being tried. */
async function tryBatch(
  worker: TestWorker,
  batch: readonly Plan[],
  judge: (plan: Plan, verdict: Verdict) => void,
): Promise<Plan[]> {
  const filesOf = ({ files, isFirst }: Plan) => (isFirst ? files.slice(0, 1) : files)
  const files = batch.flatMap((plan) => filesOf(plan).map((file) => ({ mutant: plan.mutant.id, ...file })))
  const answer = await worker.ask(
    {
      files: files.map(({ path, mutant, names, passed }) => ({
        path: join(root, path),
        mutant,
        names,
        limit: 2e5 + 5 * passed,
      })),
    },
    // Long, since others may use the machine: what is slow is not what never ends.
    Math.min(180_000, 60_000 + 8 * Math.max(0, ...files.map(({ longestTestMs }) => longestTestMs))),
  )
  const left: Plan[] = []
  let isHanging = answer.hung
  for (const plan of batch) {
    const results = answer.files.filter(({ mutant }) => mutant === plan.mutant.id)
    const tests = results.flatMap((result) => result.tests.map((test) => ({ ...test, path: result.path })))
    const failing = tests.find(({ failed, neverEnds }) => failed && !neverEnds)
    // A file whose loading or hooks fail has no failing test.
    const broken = results.find(({ failed, tests }) => failed && tests.every((test) => !test.failed))
    const by = failing ?? broken
    if (plan.files.length === 0) judge(plan, { kind: "not reached", by: "" })
    else if (by !== undefined)
      judge(plan, { kind: "killed", by: `${relative(root, by.path)}: ${failing?.name ?? "loading it"}` })
    else if (plan.isFirst && results.length === 1 && answer.strayErrors.length === 0)
      left.push({ ...plan, isFirst: false })
    else if (tests.some(({ neverEnds }) => neverEnds)) judge(plan, { kind: "timeout", by: "" })
    else if (results.length === plan.files.length && answer.strayErrors.length === 0)
      judge(plan, { kind: "survived", by: "" })
    else if (answer.hung && !isHanging) left.push(plan)
    else if (answer.hung) {
      // Files run in order, so this is the first that did not end: it is the one that hung.
      isHanging = false
      judge(plan, { kind: "timeout", by: "" })
    }
    // An error outside of tests could be any one's of the batch: each is tried by itself.
    else if (batch.length > 1) left.push({ ...plan, isStatic: true })
    else judge(plan, { kind: "killed", by: `${plan.files[0]?.path}: an error outside of tests` })
  }
  return left
}

class VerdictFile {
  readonly #path: string
  readonly #known = new Map<string, Kept>()
  readonly #allTests: string
  readonly #texts = new Map<string, string>()

  constructor(path: string, folder: MutatedFolder) {
    this.#path = path
    const helpers = folder.tests.flatMap((test) =>
      test.endsWith(".ts") ? [test] : filesUnder(test, /\.(test|contract)\.ts$/),
    )
    this.#allTests = hashOf(
      ...helpers.filter((path) => isQuickTest(path) || path.endsWith(".contract.ts")).map((path) => this.#text(path)),
    )
    if (!existsSync(path)) return
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (line === "") continue
      const kept = JSON.parse(line) as Kept
      this.#known.set(kept.key, kept)
    }
  }

  find(mutant: Mutant): Verdict | null {
    const kept = this.#known.get(this.#keyOf(mutant))
    return kept !== undefined && kept.rests === this.#restsOn(kept) ? kept : null
  }

  add(mutant: Mutant, verdict: Verdict): void {
    const kept: Kept = { key: this.#keyOf(mutant), ...verdict, rests: this.#restsOn(verdict) }
    appendFileSync(this.#path, `${JSON.stringify(kept)}\n`)
  }

  /** The number is the mutant's place in the folder, and changes with the sources before it; texts and place in its file do not. */
  #keyOf({ file, line, column, was, became }: Mutant): string {
    return hashOf(file, this.#text(file), `${line}:${column}`, was, became)
  }

  #restsOn({ kind, by }: Verdict): string {
    const [test = ""] = by.split(": ")
    return kind === "killed" ? hashOf(test, this.#text(test)) : this.#allTests
  }

  #text(path: string): string {
    let text = this.#texts.get(path)
    if (text === undefined) {
      text = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : ""
      this.#texts.set(path, text)
    }
    return text
  }
}
