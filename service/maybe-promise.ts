/** What SQLite answers at once and Postgres later; `await` takes both. */
export type MaybePromise<Result> = Result | Promise<Result>
