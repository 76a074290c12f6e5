import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { MAX } from '../../../../contract/limits.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { attempt, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import { Check } from '../../../ui/fields.tsx'
import type { EditedJob } from '../edited-job.ts'
import { replaced } from './transcript-changes.ts'
import type { Match } from './transcript-matches.ts'
import type { Search } from './transcript-search.tsx'

interface ReplaceProps {
  readonly job: EditedJob
  readonly utterances: readonly Utterance[]
  readonly search: Search
}

/** Replaces the text that is searched for. While it is open, the search is literal. */
export function TranscriptReplace(props: ReplaceProps) {
  const { exactness, setExactness } = props.search
  const toggle = () => setExactness(exactness === null ? { matchesCase: false, isWhole: true } : null)
  return (
    <>
      <Button id="replacing" aria-expanded={exactness !== null} onClick={toggle}>
        {t().transcript.replace.title}
      </Button>
      {exactness !== null && <ReplaceRow {...props} />}
    </>
  )
}

function ReplaceRow({ job, utterances, search }: ReplaceProps) {
  const { matches, at, go, exactness, setExactness } = search
  const [text, setText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => (search.query === '' ? document.getElementById('find') : field.current)?.focus(), [])
  /** The last replacement. The next match is the first one after it. */
  const last = useRef<Match | null>(null)
  useEffect(() => {
    if (last.current === null) return
    const { utterance, from } = last.current
    last.current = null
    const next = matches.findIndex(
      (one) => one.utterance > utterance || (one.utterance === utterance && one.from >= from + text.length),
    )
    if (matches.length > 0) go(Math.max(0, next))
  }, [matches])
  const texts = t().transcript.replace
  const replace = async (places: readonly Match[]) => {
    setBusy(true)
    await attempt(async () => {
      await job.correct(replaced(utterances, places, text), t().transcript.changes.replacement(places.length))
      last.current = places.at(-1) ?? null
      if (places.length > 1) notify(texts.done(places.length))
    })
    setBusy(false)
  }
  const current = matches[at]
  const isDisabled = isBusy || current === undefined
  return (
    <form
      class="replace-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isDisabled) void replace([current])
      }}
    >
      <input
        ref={field}
        class="input"
        placeholder={texts.with}
        aria-label={texts.with}
        maxLength={MAX.speakerName}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button" disabled={isDisabled}>
        {texts.one}
      </button>
      <Button disabled={isDisabled} onClick={() => void replace(matches)}>
        {texts.all}
      </Button>
      {exactness !== null && (
        <>
          <Check
            label={texts.matchesCase}
            checked={exactness.matchesCase}
            onChange={(matchesCase) => setExactness({ ...exactness, matchesCase })}
          />
          <Check
            label={texts.isWhole}
            checked={exactness.isWhole}
            onChange={(isWhole) => setExactness({ ...exactness, isWhole })}
          />
        </>
      )}
    </form>
  )
}
