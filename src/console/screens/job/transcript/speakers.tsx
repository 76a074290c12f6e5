import type { Utterance } from '../../../../contract/transcript.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { Button } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'
import { speakerColour, speakerName, speakersOf } from './speaker-name.ts'
import type { PanelTarget } from './speaker-panel.tsx'

interface SpeakerListProps {
  readonly job: EditedJob
  readonly utterances: readonly Utterance[]
  /** Null if they cannot be changed. */
  readonly onOpen: ((target: PanelTarget) => void) | null
}

/** The speakers, and for how long each speaks. */
export function SpeakerList({ job, utterances, onOpen }: SpeakerListProps) {
  const speakers = speakersOf(utterances)
  if (speakers.length === 0) return null
  const turns = Map.groupBy(utterances, ({ speaker }) => speaker)
  return (
    <section class="speakers" aria-labelledby="speakers">
      <h2 id="speakers">{t().transcript.speakers}</h2>
      <ul>
        {speakers.map((speaker) => {
          const own = turns.get(speaker) ?? []
          const name = speakerName(job.details.value, speaker)
          return (
            <li key={speaker} style={{ '--speaker': speakerColour(speaker) }}>
              {onOpen === null ? (
                <span class="speaker-name">
                  <bdi>{name}</bdi>
                </span>
              ) : (
                <Button
                  class="speaker-name"
                  title={name}
                  aria-haspopup="dialog"
                  onClick={({ currentTarget }) =>
                    onOpen({ what: 'speaker', utterances: own, anchor: () => currentTarget })
                  }
                >
                  <bdi>{name}</bdi>
                </Button>
              )}
              <span class="muted numeric">{formatDuration(secondsOf(own))}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const secondsOf = (utterances: readonly Utterance[]): number =>
  utterances.reduce((sum, { start, end }) => sum + end - start, 0)
