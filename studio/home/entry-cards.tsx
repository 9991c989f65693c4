// Three links with sketches: run an experiment, see what privacy costs, read the checked paper.

import { Link } from "../layout/link.tsx"

export const EntryCards = () => (
  <section class="entry-cards" aria-label="Where to go">
    <Link to="/experiments" class="entry-card">
      <svg aria-hidden="true">
        <line class="interval-line lead" x1="62%" x2="84%" y1="16" y2="16" />
        <circle class="interval-dot lead" cx="73%" cy="16" r="6.5" />
        <line class="interval-line" x1="34%" x2="62%" y1="44" y2="44" />
        <circle class="interval-dot" cx="48%" cy="44" r="5" />
        <line class="interval-line" x1="8%" x2="48%" y1="72" y2="72" />
        <circle class="interval-dot" cx="28%" cy="72" r="5" />
      </svg>
      <h2>
        Run an experiment <span aria-hidden="true">→</span>
      </h2>
      <p>Two calls in your program. A verdict in words: which one, by how much, how sure.</p>
    </Link>
    <Link to="/explorer" class="entry-card">
      <svg viewBox="0 0 100 88" preserveAspectRatio="none" aria-hidden="true">
        <path class="ground" d="M0 84 0 60C20 76 50 80 100 81V84Z" />
        <path class="dashed" d="M0 60C20 76 50 80 100 81" />
        <path class="line" d="M0 8C14 44 40 60 100 66" />
      </svg>
      <h2>
        See what privacy costs <span aria-hidden="true">→</span>
      </h2>
      <p>Drag the privacy, watch the price, and the line that no method can get below.</p>
    </Link>
    <Link to="/paper" class="entry-card">
      <svg aria-hidden="true">
        {[62, 74, 48, 68].map((width, row) => (
          <g key={width}>
            <text class={row === 2 ? "fill-bad" : "fill-good"} x="0" y={16 + 22 * row}>
              {row === 2 ? "✕" : "✓"}
            </text>
            <rect class="text-bar" x="24" y={8 + 22 * row} width={`${width}%`} height="8" rx="4" />
          </g>
        ))}
      </svg>
      <h2>
        Read the checked paper <span aria-hidden="true">→</span>
      </h2>
      <p>Every figure and claim of the 2025 paper, run again: what holds, and what does not.</p>
    </Link>
  </section>
)
