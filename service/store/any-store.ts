// A store of either kind: what SQLite answers at once, Postgres answers later, and `await` takes both.

import type { Store } from "./store.ts"

type Later<Method> = Method extends (...given: infer Given) => infer Result
  ? (...given: Given) => Result | Promise<Result>
  : Method

export type AnyStore = { readonly [Name in keyof Store]: Later<Store[Name]> }
