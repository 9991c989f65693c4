// The five lessons in order.

import type { ComponentType } from "preact"
import { BanditLesson } from "./bandit-lesson.tsx"
import { ChoosingLesson } from "./choosing-lesson.tsx"
import { DpTsUcbLesson } from "./dp-ts-ucb-lesson.tsx"
import { PromiseLesson } from "./promise-lesson.tsx"
import { ThompsonLesson } from "./thompson-lesson.tsx"

export interface Lesson {
  readonly path: string
  readonly title: string
  readonly about: string
  readonly Content: ComponentType
}

export const lessons: readonly Lesson[] = [
  {
    path: "bandit",
    title: "What a bandit is",
    about: "Trying several options while already favouring the good ones.",
    Content: BanditLesson,
  },
  {
    path: "promise",
    title: "What the promise means",
    about: "Gaussian differential privacy: how well anyone can tell two bell curves apart.",
    Content: PromiseLesson,
  },
  {
    path: "thompson",
    title: "Why Thompson sampling is already private",
    about: "It adds noise to choose well. The same noise hides people, for a while.",
    Content: ThompsonLesson,
  },
  {
    path: "dp-ts-ucb",
    title: "What DP‑TS‑UCB changes",
    about: "Epochs, a budget of draws, and reusing the largest.",
    Content: DpTsUcbLesson,
  },
  {
    path: "choosing",
    title: "How to choose the privacy",
    about: "What each level means for a person, and what it costs.",
    Content: ChoosingLesson,
  },
]
