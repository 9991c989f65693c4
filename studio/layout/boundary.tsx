// Catches an error while a page renders, says so, and offers a way back.

import { Component, type ComponentChildren } from "preact"
import { Failed } from "./states.tsx"

interface Props {
  /** Another path renders again. */
  readonly path: string
  readonly children: ComponentChildren
}

interface State {
  readonly failedAt: string | null
  readonly words: string
}

export class Boundary extends Component<Props, State> {
  override state: State = { failedAt: null, words: "" }

  override componentDidCatch(error: unknown): void {
    this.setState({ failedAt: this.props.path, words: error instanceof Error ? error.message : String(error) })
  }

  override render({ path, children }: Props, { failedAt, words }: State) {
    if (failedAt !== path) return children
    return (
      <Failed title="This page stopped working" what={`${words}. What the service keeps is not touched.`}>
        <p>
          <a href={location.pathname}>Load it again without its settings</a>
        </p>
      </Failed>
    )
  }
}
