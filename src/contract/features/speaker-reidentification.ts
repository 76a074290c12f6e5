import { z } from 'zod'
import { feature } from './feature.ts'
import { moduleResult } from './module-result.ts'

const fields = { results: z.string().describe('The speakers, as JSON text.') }

/** Implied by `diarization` if the audio has more than one channel. */
export const speakerReidentification = feature({
  name: 'speaker_reidentification',
  description: null,
  phase: 'speakers',
  result: moduleResult(
    'SpeakerReidentification',
    'The channels that each speaker appears on.',
    fields,
    fields,
  ),
  failed: { results: '[]' },
})
