// Instead of a figure whose simulation could not begin, until it can.

export const NotSimulated = () => (
  <p class="note bad" role="status">
    The simulation did not load. It is tried again by itself.
  </p>
)
