// One experiment: what it promised, what it has learned, what it has spent, and what one can do with it.

import { findAlgorithm } from "@armistice/core"
import { shortNumber } from "@armistice/lab"
import { Link } from "../layout/link.tsx"
import { Loading } from "../layout/states.tsx"
import { countInWords, percent } from "../text/numbers.ts"
import { Actions } from "./actions.tsx"
import { ClientCode } from "./client-code.tsx"
import { DemoPanel } from "./demo-panel.tsx"
import { EstimatesPanel } from "./estimates-panel.tsx"
import { LedgerPanel } from "./ledger-panel.tsx"
import { PrivacyPanel } from "./privacy-panel.tsx"
import { SharesPanel } from "./shares-panel.tsx"
import { StatusBadge } from "./status-badge.tsx"
import { TroublePage } from "./trouble.tsx"
import { useExperiment } from "./use-experiment.ts"

export function ExperimentPage({ id }: { readonly id: string }) {
  const { detail, privacy, estimates, trouble, refresh } = useExperiment(id)
  if (detail === null || privacy === null)
    return trouble === null ? (
      <Loading what="experiment" />
    ) : (
      <TroublePage trouble={trouble} onAgain={() => void refresh()} />
    )
  const round = detail.progress.reduce((sum, { round: part }) => sum + part, 0)
  const whole = detail.horizon * (detail.segments?.length ?? 1)
  const recommended = detail.progress
    .filter(({ recommended: arm }) => arm !== null)
    .map(({ segment, recommended: arm }) => (segment === null ? arm : `${segment}: ${arm}`))
  const algorithm = findAlgorithm(detail.algorithm.name)
  return (
    <>
      <p class="hint">
        <Link to="/experiments">Experiments</Link>
      </p>
      <div class="title">
        <h1>{detail.name}</h1>
        <StatusBadge status={detail.status} />
      </div>
      {trouble !== null && (
        <p class="note warn" role="alert">
          The service does not answer just now. What you see is from before; this page goes on by itself when it is
          back.
        </p>
      )}
      <dl class="facts">
        <div>
          <dt>people served and learned from</dt>
          <dd>
            {round.toLocaleString("en-US")} of {countInWords(whole)} ({percent(round / whole)})
          </dd>
        </div>
        <div>
          <dt>arm to recommend now</dt>
          <dd>{recommended.length === 0 ? "none yet" : recommended.join(", ")}</dd>
        </div>
        <div>
          <dt>promise for each reward</dt>
          <dd>{privacy.guarantee.eta === null ? "none" : `η = ${shortNumber(privacy.guarantee.eta)}`}</dd>
        </div>
        <div>
          <dt>method</dt>
          <dd title={algorithm.about}>{algorithm.label}</dd>
        </div>
      </dl>
      <Actions id={id} status={detail.status} onChanged={() => void refresh()} />
      <DemoPanel id={id} status={detail.status} />
      <SharesPanel id={id} detail={detail} />
      <div class="two">
        <EstimatesPanel estimates={estimates} detail={detail} />
        <PrivacyPanel privacy={privacy} />
      </div>
      <LedgerPanel id={id} privacy={privacy} arms={detail.arms} />
      <ClientCode experiment={detail} />
    </>
  )
}
