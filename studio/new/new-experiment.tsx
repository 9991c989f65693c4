// The form for a new experiment in six sections, with what to expect beside it.

import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { goTo } from "../address.ts"
import { connect, describeError, type RequestError } from "../experiments/connection.ts"
import { SignIn } from "../experiments/sign-in.tsx"
import { Link } from "../layout/link.tsx"
import { ContextSection } from "./context-section.tsx"
import { type Draft, emptyDraft, newPopulation } from "./draft.ts"
import { ErrorSummary } from "./error-summary.tsx"
import type { FormState } from "./field.tsx"
import type { FormSettings } from "./form-settings.ts"
import { GuardrailSection } from "./guardrail-section.tsx"
import { PeopleSection } from "./people-section.tsx"
import { formId, PlanAside, PlanBar } from "./plan.tsx"
import { PrivacySection } from "./privacy-section.tsx"
import { type FieldId, type FieldKind, fieldIds, findFieldKind, type Problem } from "./problem.ts"
import { findProblems } from "./problems.ts"
import { SuccessSection, TrySection } from "./sections.tsx"
import { readServiceProblem } from "./service-problem.ts"
import { createRequest, listUnreadable, readFormSettings, readNewLimit, readPopulation } from "./settings.ts"
import { useContextWorth } from "./use-context-worth.ts"
import { useForecast } from "./use-forecast.ts"
import { proposeMargins, useGuardrailPlans } from "./use-guardrail-plans.ts"
import { usePopulations } from "./use-populations.ts"
import "../style/form.css"
import "../style/attributes.css"

/** The part of the draft of each field: changing it clears the service's refusal. */
const draftParts: Readonly<Partial<Record<FieldKind, keyof Draft>>> = {
  ...Object.fromEntries(Object.entries(fieldIds).map(([part, id]) => [id, part])),
  option: "options",
  guardrail: "guardrails",
  rate: "guardrails",
  margin: "guardrails",
  soon: "guardrails",
  control: "control",
  group: "groups",
  attribute: "attributes",
  level: "attributes",
  from: "attributes",
  to: "attributes",
  bands: "attributes",
  "context-seen": "isContextSeen",
  population: "population",
  privacy: "privacy",
  answers: "answers",
  arrivals: "isArrivalSecret",
}

export function NewExperiment() {
  const [draft, setDraft] = useState(emptyDraft)
  const [left, setLeft] = useState<ReadonlySet<FieldId>>(new Set())
  const [tries, setTries] = useState(0)
  const [refusals, setRefusals] = useState<readonly Problem[]>([])
  const [requestError, setRequestError] = useState<RequestError | null>(null)
  const [isSending, setSending] = useState(false)
  const { populations, mayCreate, keyError, again } = usePopulations()
  const before = useRef<FormSettings | null>(null)
  const settings = readFormSettings(draft, before.current)
  before.current = settings
  const forecasting = useForecast(settings)
  const guardrailPlans = useGuardrailPlans(draft, settings)
  const contextForecasting = useContextWorth(settings)
  const forecast = forecasting !== null && "forecast" in forecasting ? forecasting.forecast : null
  const contextForecast =
    contextForecasting !== null && "forecast" in contextForecasting ? contextForecasting.forecast : null
  const latest = settings.context === null ? forecasting : contextForecasting
  const unfit = latest !== null && "problem" in latest ? latest.problem : null

  const problems = [...findProblems(draft), ...nameTaken(draft, populations), ...refusals]
  const isShown = ({ field }: Pick<Problem, "field">) => tries > 0 || left.has(field)
  const form: FormState = {
    draft,
    change: (part) => {
      setDraft((now) => ({ ...now, ...part }))
      setRefusals((all) => all.filter(({ field }) => !((draftParts[findFieldKind(field)] ?? "") in part)))
    },
    problemFor: (field) => problems.find((problem) => problem.field === field && isShown(problem))?.words,
    leave: (field) => setLeft((all) => (all.has(field) ? all : new Set([...all, field]))),
  }
  const create = async () => {
    if (isSending) return
    setTries((count) => count + 1)
    setRequestError(null)
    if (problems.length > refusals.length) return
    setRefusals([])
    setSending(true)
    try {
      const margins = await proposeMargins(draft, settings)
      const client = connect()
      const population = readPopulation(draft)
      if (draft.population === newPopulation && population !== null)
        await client.population(population).setLimit(readNewLimit(draft))
      const { id } = await client.createExperiment(createRequest(draft, margins))
      goTo(`/experiments/${id}`)
    } catch (error) {
      const refusal = readServiceProblem(error)
      if (refusal === null) setRequestError(describeError(error))
      else {
        setRefusals([refusal])
        setTries((count) => count + 1)
      }
      setSending(false)
    }
  }

  const asked = requestError?.kind === "unauthorized" ? requestError : keyError
  useLayoutEffect(() => {
    if (requestError !== null) document.getElementById("trouble")?.focus()
  }, [requestError])
  if (asked !== null)
    return (
      <SignIn
        words={asked.message}
        place={asked.signIn}
        onKey={() => {
          setRequestError(null)
          again()
        }}
      />
    )
  return (
    <>
      <p class="breadcrumb">
        <Link to="/experiments">Experiments</Link>
      </p>
      <div class="page-head">
        <h1>New experiment</h1>
      </div>
      {mayCreate ? (
        <div class="experiment-form">
          <form
            id={formId}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              void create()
            }}
          >
            <ErrorSummary problems={problems} tries={tries} />
            {requestError !== null && (
              <p class="note bad" id="trouble" role="alert" tabIndex={-1}>
                {requestError.message} What you typed is still here.
              </p>
            )}
            <div class="stack">
              <TrySection form={form} />
              <SuccessSection form={form} settings={settings} forecast={forecast} />
              <GuardrailSection form={form} settings={settings} plans={guardrailPlans} />
              <PeopleSection form={form} populations={populations} forecast={forecast} />
              <ContextSection form={form} settings={settings} forecasting={contextForecasting} />
              <PrivacySection form={form} settings={settings} forecast={forecast} />
            </div>
          </form>
          <PlanAside
            form={form}
            settings={settings}
            held={listUnreadable(problems.filter(isShown))}
            forecast={forecast}
            contextForecast={contextForecast}
            problem={unfit}
            isSending={isSending}
          />
          <PlanBar {...{ settings, forecast, contextForecast, isSending }} />
        </div>
      ) : (
        <p class="note">Your key may read experiments, but not create them. A key with the role “operate” may.</p>
      )}
    </>
  )
}

/** A new population must not replace an existing one. */
function nameTaken(draft: Draft, populations: readonly { readonly name: string }[]): Problem[] {
  const name = draft.populationName.trim()
  if (draft.population !== newPopulation || !populations.some((one) => one.name === name)) return []
  return [
    {
      field: "population-name",
      summary: `There is a population called “${name}” already`,
      words: "Choose it in the list above, or call this one something else.",
    },
  ]
}
