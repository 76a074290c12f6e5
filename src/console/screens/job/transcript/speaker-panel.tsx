import { useRef, useState } from 'preact/hooks'
import { MAX } from '../../../../contract/limits.ts'
import type { Utterance } from '../../../../contract/transcript.ts'
import { attempt, notify } from '../../../announce.ts'
import { t } from '../../../languages/language.ts'
import { may } from '../../../sign-in.ts'
import { Button } from '../../../ui/button.tsx'
import { closePopover, Popover } from '../../../ui/popover.tsx'
import type { EditedJob } from '../edited-job.ts'
import { speakerColour, speakerName, speakersOf } from './speaker-name.ts'
import { givenTo, partsGivenTo, type Reach, reached } from './transcript-changes.ts'
import type { Match } from './transcript-matches.ts'

/** What a panel is about, and where to show it. */
export interface PanelTarget {
  /** A paragraph, the second half of a divided one, everything that a speaker said, or the selection. */
  readonly what: 'paragraph' | 'rest' | 'speaker' | 'selection'
  readonly utterances: readonly Utterance[]
  /** The selected parts of utterances. */
  readonly places?: readonly Match[]
  readonly anchor: () => Element | null
  /** Called once the panel is closed and the choice is saved. */
  readonly goOn?: () => void
}

/** Which utterances can get another speaker. */
const REACHES: Readonly<Record<PanelTarget['what'], readonly Reach[]>> = {
  paragraph: ['here', 'following', 'everywhere'],
  rest: ['here', 'following'],
  speaker: ['everywhere'],
  selection: ['here'],
}

interface SpeakerPanelProps {
  readonly job: EditedJob
  readonly target: PanelTarget
  /** Other actions with their labels. */
  readonly actions: readonly (readonly [label: string, run: () => void])[]
  readonly onClose: () => void
}

/** The panel that renames a speaker, or changes who speaks. */
export function SpeakerPanel({ job, target, actions, onClose }: SpeakerPanelProps) {
  const { what, utterances, anchor, goOn } = target
  /** Settles once the choice is saved. */
  const giving = useRef<Promise<unknown>>(Promise.resolve())
  const content = useRef<HTMLDivElement>(null)
  const speaker = what === 'selection' ? undefined : utterances[0]?.speaker
  const name = speaker === undefined ? null : speakerName(job.details.value, speaker)
  const close = () => closePopover(content.current)
  return (
    <Popover
      label={name ?? t().transcript.panel.saidBy}
      anchor={anchor}
      onClose={() => {
        onClose()
        void giving.current.then(goOn)
      }}
    >
      <div ref={content} class="speaker-panel">
        {may('write') && speaker !== undefined && what !== 'rest' && (
          <NameField job={job} speaker={speaker} onDone={close} />
        )}
        {may('write') && (
          <SpeakerChoices
            job={job}
            target={target}
            onGive={(saving) => {
              giving.current = saving
              close()
            }}
          />
        )}
        {actions.map(([label, run]) => (
          <Button
            key={label}
            class="menu-button"
            onClick={() => {
              close()
              run()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
    </Popover>
  )
}

/** Renames a speaker everywhere. */
function NameField({ job, speaker, onDone }: { job: EditedJob; speaker: number; onDone: () => void }) {
  const name = speakerName(job.details.value, speaker)
  const [text, setText] = useState(name)
  const [error, setError] = useState<Error | null>(null)
  const texts = t().transcript.panel
  const save = async () => {
    const typed = text.trim()
    try {
      const names = { [speaker]: typed === '' ? null : typed }
      if (typed !== name) await job.setDetails({ speaker_names: names }, t().transcript.changes.name(name))
      onDone()
    } catch (problem) {
      setError(problem as Error)
    }
  }
  return (
    <form
      class="name-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        class="input"
        aria-label={texts.name}
        maxLength={MAX.speakerName}
        // An on-screen keyboard would cover the rest of the panel.
        autofocus={window.matchMedia('(hover: hover)').matches}
        onFocus={({ currentTarget }) => currentTarget.select()}
        aria-invalid={error !== null}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <button type="submit" class="button">
        {texts.rename}
      </button>
      {error !== null && (
        <p class="hint problem" role="alert">
          {error.message}
        </p>
      )}
    </form>
  )
}

interface SpeakerChoicesProps {
  readonly job: EditedJob
  readonly target: PanelTarget
  /** Called when a speaker is chosen. @param saving settles once that is saved, or has failed */
  readonly onGive: (saving: Promise<unknown>) => void
}

/** The speakers to choose from: the others, and a new one; for a second half, also the speaker of the first. */
function SpeakerChoices({ job, target, onGive }: SpeakerChoicesProps) {
  const { what, utterances, places } = target
  const reaches = REACHES[what]
  const [reach, setReach] = useState(reaches[0]!)
  const texts = t().transcript.panel
  const all = speakersOf(job.utterances.value)
  const speaker = what === 'selection' ? undefined : utterances[0]?.speaker
  const others = all.filter((one) => one !== speaker)
  const present = what === 'rest' && speaker !== undefined ? [speaker] : []
  const fresh = (all.at(-1) ?? -1) + 1
  const hasFresh = fresh < MAX.speakers && reach !== 'everywhere'
  if (!hasFresh && others.length === 0) return null
  const give = async (to: number) =>
    attempt(async () => {
      const now = job.utterances.value
      const change =
        places === undefined ? givenTo(reached(now, utterances, reach), to) : partsGivenTo(now, places, to)
      if (change.removed.length === 0) return
      const { merge, reassign } = t().transcript.changes
      const name = speakerName(job.details.value, to)
      await job.correct(change, (reach === 'everywhere' ? merge : reassign)(name))
      notify(texts.given(name))
    })
  return (
    <fieldset>
      <legend>
        {what === 'rest' ? texts.whoFollows : what === 'speaker' ? texts.isReally : texts.saidBy}
      </legend>
      {speaker !== undefined &&
        reaches.length > 1 &&
        reaches.map((one) => (
          <label key={one} class="check">
            <input type="radio" name="reach" checked={reach === one} onChange={() => setReach(one)} />
            {what === 'rest' && one === 'here' ? texts.theRest : texts.reaches[one]}
          </label>
        ))}
      <ul>
        {[...present, ...others, ...(hasFresh ? [fresh] : [])].map((one) => (
          <li key={one}>
            <Button
              class="menu-button speaker-choice"
              style={{ '--speaker': speakerColour(one) }}
              autofocus={one === present[0]}
              onClick={() => onGive(give(one))}
            >
              <bdi>{one === fresh ? texts.fresh : speakerName(job.details.value, one)}</bdi>
            </Button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
