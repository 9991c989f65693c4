// The note that replaces a figure whose simulation did not load.

export const NotSimulated = () => (
  <p class="note bad" role="status">
    The simulation did not load. It is tried again by itself.
  </p>
)
