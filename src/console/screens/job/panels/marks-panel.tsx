/** The marks of a live session. */
import { attempt } from '../../../announce.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { may } from '../../../sign-in.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { EditedJob } from '../edited-job.ts'
import type { Playback } from '../playback.ts'
import { SeekButton } from '../seek-button.tsx'

export function MarksPanel({ job, playback }: { job: EditedJob; playback: Playback }) {
  const marks = job.marks.value
  return (
    <ol class="timed-list">
      {marks.map((mark) => {
        const label = t().live.marks.remove(formatDuration(mark.time))
        const remove = async () =>
          attempt(async () =>
            job.setMarks(
              marks.filter((one) => one !== mark),
              label,
            ),
          )
        return (
          <li key={mark.time}>
            <SeekButton time={mark.time} playback={playback} />
            <div class="actions">
              <bdi class="prose">{mark.note}</bdi>
              {may('write') && <IconButton icon="close" label={label} onClick={() => void remove()} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
