/** Marks: moments of a recording to find again. */
import { announce } from '../../announce.ts'
import { formatDuration } from '../../formatting.ts'
import { t } from '../../languages/language.ts'
import { href } from '../../router.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { copyAndTell } from '../../ui/copy.tsx'
import type { Recorder } from './recorder.ts'

/** Maximum length of a note, so that a mark fits a line. */
const MAX_NOTE = 200
/** As many as fit into the metadata of a job, however long their notes are. */
const MAX_MARKS = 100

/** Marks the current moment. */
export function addMark(recorder: Recorder): void {
  const time = Math.round(recorder.seconds.value * 10) / 10
  const marks = recorder.marks.all.value
  if (marks.length === MAX_MARKS || marks.some((mark) => mark.time === time)) return
  recorder.marks.set([...marks, { time, note: '' }])
  announce(t().live.marks.added(formatDuration(time)))
}

export function MarkList({ recorder }: { recorder: Recorder }) {
  const texts = t().live.marks
  const marks = recorder.marks.all.value
  if (marks.length === 0) return null
  const isEnded = recorder.state.value === 'ended'
  const asText = () => marks.map(({ time, note }) => `${formatDuration(time)} ${note}`.trim()).join('\n')
  return (
    <section class="marks" aria-labelledby="marks">
      <h2 id="marks">{texts.title}</h2>
      <ul>
        {marks.map((mark) => {
          const time = formatDuration(mark.time)
          const others = marks.filter((one) => one !== mark)
          return (
            <li key={mark.time}>
              {isEnded ? (
                <a
                  class="numeric"
                  href={href(`jobs/${recorder.jobId}?t=${mark.time}`)}
                  aria-label={texts.mark(time)}
                >
                  {time}
                </a>
              ) : (
                <span class="numeric">{time}</span>
              )}
              <input
                class="input"
                aria-label={texts.note(time)}
                placeholder={texts.notePlaceholder}
                maxLength={MAX_NOTE}
                value={mark.note}
                onChange={({ currentTarget }) =>
                  recorder.marks.set([...others, { ...mark, note: currentTarget.value.trim() }])
                }
                onKeyDown={({ key, currentTarget }) => {
                  if (key === 'Enter' || key === 'Escape') currentTarget.blur()
                }}
              />
              <IconButton
                icon="close"
                label={texts.remove(time)}
                onClick={() => recorder.marks.set(others)}
              />
            </li>
          )
        })}
      </ul>
      <p class="hint">
        {texts.saved}{' '}
        <Button class="link-button" onClick={() => void copyAndTell(asText())}>
          {texts.copy}
        </Button>
      </p>
    </section>
  )
}
