import { MAX } from '../../../contract/limits.ts'
import { speakerName } from '../../job-name.ts'
import { InlineEdit } from '../../ui/inline-edit.tsx'
import type { EditedJob } from './edited-job.ts'

/** The name of a speaker, which can be changed: it is changed wherever it is shown. */
export function SpeakerName({ job, speaker }: { job: EditedJob; speaker: number }) {
  const details = job.details.value
  const name = speakerName(details, speaker)
  const save = async (text: string) => {
    const changes = { speaker_names: { [speaker]: text === '' ? null : text } }
    await job.setDetails(changes, `name of ${name}`)
  }
  return (
    <InlineEdit value={name} label={`name of ${name}`} maxLength={MAX.speakerName} onSave={save}>
      <bdi>{name}</bdi>
    </InlineEdit>
  )
}
