import { useEffect, useRef, useState } from 'preact/hooks'
import type { Match, MatchPage } from '../../../contract/matches.ts'
import { get } from '../../api.ts'
import { formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { useResource } from '../../resource.ts'
import { href } from '../../router.ts'

/** Number of utterances shown for a job. */
const SHOWN = 2

/** The URL of a job at the words of a search. @param start in seconds; by default, of the first match */
export function matchHref(id: string, q: string | null, start?: number): string {
  const query = new URLSearchParams({
    ...(q !== null && { q }),
    ...(start !== undefined && { t: String(start) }),
  })
  return href(query.size === 0 ? `jobs/${id}` : `jobs/${id}?${query.toString()}`)
}

interface JobMatchesProps {
  readonly id: string
  readonly q: string
}

/** The first utterances of a job with the words of a search. They are loaded once they are scrolled into view. */
export function JobMatches({ id, q }: JobMatchesProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) =>
      setSeen((before) => before || entry?.isIntersecting === true),
    )
    if (element.current !== null) observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="job-matches" ref={element}>
      {isSeen && <FoundMatches id={id} q={q} />}
    </div>
  )
}

function FoundMatches({ id, q }: JobMatchesProps) {
  const { value } = useResource<MatchPage>(`${id} ${q}`, async (_known, abort) => {
    const query = new URLSearchParams({ q, limit: String(SHOWN) })
    return get<MatchPage>(`v2/jobs/${id}/matches?${query.toString()}`, abort)
  })
  const rest = (value?.total ?? 0) - (value?.items.length ?? 0)
  return (
    <>
      {value?.items.map((match) => (
        <a key={match.utterance} href={matchHref(id, q, match.start)}>
          <span class="match-time numeric">{formatDuration(match.start)}</span>
          <MarkedMatch match={match} />
        </a>
      ))}
      {rest > 0 && <a href={matchHref(id, q)}>{t().jobs.moreMatches(rest)}</a>}
    </>
  )
}

/** The text of a match, with its words highlighted. */
function MarkedMatch({ match: { text, ranges } }: { match: Match }) {
  return (
    <bdi>
      {ranges.map(({ from, to }, index) => [
        text.slice(ranges[index - 1]?.to ?? 0, from),
        <mark key={from}>{text.slice(from, to)}</mark>,
      ])}
      {text.slice(ranges.at(-1)?.to ?? 0)}
    </bdi>
  )
}
