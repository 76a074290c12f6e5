import { z } from 'zod'
import { endTime, startTime } from '../common.ts'
import { utterance } from '../transcript.ts'
import { feature } from './feature.ts'
import { isOrdered } from './is-ordered.ts'
import { moduleResult } from './module-result.ts'

export const diarizationConfig = z
  .object({
    number_of_speakers: z.int().min(1).optional().describe('The number of speakers, if known.'),
    min_speakers: z.int().min(0).optional().describe('The minimum number of speakers.'),
    max_speakers: z.int().min(0).optional().describe('The maximum number of speakers.'),
  })
  .refine(({ min_speakers: min, max_speakers: max }) => isOrdered(min, max), {
    path: ['min_speakers'],
    error: 'must not be more than max_speakers',
  })
  .meta({
    id: 'DiarizationConfig',
    description: 'What is known about the speakers.',
    examples: [{ number_of_speakers: 2 }],
  })
export type DiarizationConfig = z.infer<typeof diarizationConfig>

const speakerSpan = z
  .strictObject({
    speaker: z.int().min(0).describe('The speaker, numbered as in the utterances.'),
    channel: utterance.shape.channel,
    start: startTime,
    end: endTime,
  })
  .meta({ id: 'SpeakerSpan', description: 'A span of time in which a speaker is speaking.' })

const failed = { results: z.array(utterance).describe('The utterances, each with its speaker.') }
const fields = {
  ...failed,
  spans: z
    .array(speakerSpan)
    .optional()
    .describe(
      'Who speaks when, ordered by start, whether or not words were recognised. Spans overlap where people speak at the same ' +
        'time. Present only if a pulled model identified the speakers. An addition of Scriptorium.',
    ),
}

export const diarization = feature({
  name: 'diarization',
  description: 'Identify speakers.',
  phase: 'diarization',
  config: diarizationConfig,
  result: moduleResult('Diarization', 'Who spoke when.', fields, failed),
  failed: { results: [] },
})
