/** SQLite answers at once, Postgres later; `await` takes both. */
export type MaybePromise<Result> = Result | Promise<Result>
