// An operation found more due than its transaction could deal with. The windows that it dealt with
// stay closed; it is asked again once the rest is done.

export class WindowsDue extends Error {
  constructor() {
    super("windows are due that must be dealt with first")
    this.name = "WindowsDue"
  }
}
