// Announces changes of the verdict to screen readers: harm at once, everything else politely.

import { useEffect, useRef, useState } from "preact/hooks"
import type { VerdictText } from "./verdict-parts.ts"

type AnnouncedVerdict = Pick<VerdictText, "title" | "tone"> & { readonly segment: string | null }

export function VerdictNews({ verdicts }: { readonly verdicts: readonly AnnouncedVerdict[] }) {
  const before = useRef<ReadonlyMap<string | null, AnnouncedVerdict> | null>(null)
  const [news, setNews] = useState<{ readonly isHarm: boolean; readonly text: string } | null>(null)
  const summary = verdicts.map(({ segment, title }) => `${segment ?? ""} ${title}`).join("\n")
  useEffect(() => {
    const { current } = before
    before.current = new Map(verdicts.map((one) => [one.segment, one]))
    if (current === null) return
    const changed = verdicts.filter(({ segment, title }) => current.get(segment)?.title !== title)
    if (changed.length === 0) return
    const harmful = changed.filter(({ segment, tone }) => tone === "harm" && current.get(segment)?.tone !== "harm")
    const announced = harmful.length > 0 ? harmful : changed
    setNews({
      isHarm: harmful.length > 0,
      text: announced.map(({ segment, title }) => (segment === null ? title : `${segment}: ${title}`)).join(" "),
    })
  }, [summary])
  return (
    <>
      <div class="sr-only" role="alert">
        {news?.isHarm === true && news.text}
      </div>
      <div class="sr-only" role="status">
        {news?.isHarm === false && news.text}
      </div>
    </>
  )
}
