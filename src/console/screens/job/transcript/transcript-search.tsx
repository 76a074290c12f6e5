import type { RefObject } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { announce } from '../../../announce.ts'
import { formatCount } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { useTypedQuery } from '../../../typed-query.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { markMatches, reveal } from './transcript-highlights.ts'
import { type Exactness, exactMatchesIn, type Match, matchesIn } from './transcript-matches.ts'
import { type PlacedWord, type Spoken, textOf, wordIndexAt } from './transcript-words.ts'

/** Milliseconds after the last key until the search starts. */
const TYPING_MS = 150

export interface Search {
  readonly query: string
  readonly matches: readonly Match[]
  /** Index of the current match. */
  readonly at: number
  /** Goes to a match. The first one follows the last one. */
  readonly go: (index: number) => void
  /** How to find a text to replace; null while none is replaced. */
  readonly exactness: Exactness | null
  readonly setExactness: (exactness: Exactness | null) => void
}

/**
 * Searches a transcript: marks all matches, and scrolls to the first one after a time in seconds. Without a query, scrolls to the word
 * at that time.
 */
export function useSearch(
  list: RefObject<HTMLElement | null>,
  utterances: readonly Spoken[],
  words: readonly PlacedWord[],
  { query, time = null }: { readonly query: string; readonly time?: string | null },
): Search {
  const [exactness, setExactness] = useState<Exactness | null>(null)
  const matches = useMemo(() => {
    const texts = utterances.map(textOf)
    return exactness === null ? matchesIn(texts, query) : exactMatchesIn(texts, query, exactness)
  }, [utterances, query, exactness])
  const [at, setAt] = useState(0)
  const show = (place: Match | undefined) => {
    if (place !== undefined && list.current !== null) reveal(list.current, place)
  }
  useEffect(() => {
    const word = time === null ? undefined : words[wordIndexAt(words, Number(time))]
    const first = Math.max(0, word === undefined ? 0 : matches.findIndex((match) => !isBefore(match, word)))
    setAt(first)
    show(matches[first] ?? word)
  }, [query, time, exactness])
  // There are fewer once some are replaced.
  const shown = Math.min(at, Math.max(0, matches.length - 1))
  useEffect(() => {
    if (query !== '') announce(countText(matches.length, shown))
  }, [query, shown, matches.length])
  useEffect(
    () => (list.current === null ? undefined : markMatches(list.current, matches, matches[shown])),
    [matches, shown],
  )
  const go = (index: number) => {
    const next = (index + matches.length) % Math.max(1, matches.length)
    setAt(next)
    show(matches[next])
  }
  return { query, matches, at: shown, go, exactness, setExactness }
}

const isBefore = ({ utterance, to }: Match, word: PlacedWord): boolean =>
  utterance < word.utterance || (utterance === word.utterance && to <= word.from)

const countText = (count: number, at: number): string =>
  count === 0 ? t().transcript.noMatch : t().transcript.matchOf(formatCount(at + 1), formatCount(count))

interface SearchProps {
  readonly search: Search
  /** Called with what was typed. */
  readonly onQuery: (query: string) => void
}

export function TranscriptSearch({ search: { query, matches, at, go }, onQuery }: SearchProps) {
  const [text, search] = useTypedQuery(query, onQuery)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (text.trim() === query) go(at + (event.shiftKey ? -1 : 1))
    else search(text, 0)
  }
  const texts = t().transcript
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        class="input"
        id="find"
        type="search"
        placeholder={texts.find}
        aria-label={texts.find}
        maxLength={500}
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value, TYPING_MS)}
        onKeyDown={onKeyDown}
      />
      {query !== '' && (
        <>
          <span class="muted numeric search-count">{countText(matches.length, at)}</span>
          {([-1, 1] as const).map((by) => (
            <IconButton
              key={by}
              icon={by < 0 ? 'up' : 'down'}
              label={by < 0 ? texts.previousMatch : texts.nextMatch}
              disabled={matches.length === 0}
              onClick={() => go(at + by)}
            />
          ))}
        </>
      )}
    </div>
  )
}
