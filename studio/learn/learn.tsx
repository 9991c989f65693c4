// Five short pages, from what a bandit is to how to choose the promise.
export function Learn() {
  return <h1>Learn</h1>
}
