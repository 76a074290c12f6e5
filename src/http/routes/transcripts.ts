import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Job } from '../../contract/job.ts'
import { type Transcription, transcription } from '../../contract/transcript.ts'
import type { JobStore } from '../../jobs/job-store.ts'
import { type TranscriptFormat, transcriptAs } from '../../transcription/transcript-formats.ts'
import { acceptedType } from '../accepted-type.ts'
import { notAcceptable, notDone, notFound } from '../errors.ts'
import { parseId } from '../parse-id.ts'
import { errorResponses } from '../responses.ts'

const PATH = '/v2/jobs/:id/transcript'

const text = z.string().meta({ examples: ['Welcome to Scriptorium.'] })

/** The formats, that of a request without `Accept` first. */
const FORMATS = {
  'application/json': { format: 'json', name: 'Json', schema: transcription },
  'text/plain': { format: 'txt', name: 'Text', schema: text },
  'application/x-subrip': { format: 'srt', name: 'Srt', schema: text },
  'text/vtt': { format: 'vtt', name: 'Vtt', schema: text },
} as const satisfies Record<string, { format: TranscriptFormat; name: string; schema: z.ZodType }>
type MediaType = keyof typeof FORMATS
const TYPES = Object.keys(FORMATS) as MediaType[]

const DESCRIPTION =
  'The transcript as JSON (the `transcription` of the result), as text with a line for each utterance, or as SubRip or ' +
  'WebVTT captions with the `subtitles_config` of the request. An addition of this service.'

/** The transcript of a job by itself: in the format that `Accept` prefers, or that of a suffix. */
export function transcriptRoutes(app: FastifyInstance, { jobs }: { jobs: JobStore }): void {
  const routes = [
    { suffix: '', name: '', types: TYPES },
    ...TYPES.map((type) => ({ suffix: `.${FORMATS[type].format}`, name: FORMATS[type].name, types: [type] })),
  ]
  for (const { suffix, name, types } of routes) {
    const content = Object.fromEntries(types.map((type) => [type, { schema: FORMATS[type].schema }]))
    app.withTypeProvider<ZodTypeProvider>().get(
      `${PATH}${suffix}`,
      {
        schema: {
          tags: ['jobs'],
          operationId: `getTranscript${name}`,
          summary: `Fetch the transcript of a job${name === '' ? '' : ` as ${name}`}`,
          description: DESCRIPTION,
          params: z.object({ id: z.string().describe('Id of the job.') }),
          response: {
            200: { description: 'The transcript.', content },
            ...errorResponses(404, ...(suffix === '' ? ([406] as const) : []), 409),
          },
        },
      },
      async (request, reply) => {
        const { account, params, headers } = request
        const id = parseId(params.id, 'job')
        const type = suffix === '' ? acceptedType(headers.accept, types) : types[0]
        if (!type) throw notAcceptable(types)
        const state = await jobs.state(account, id)
        if (state === null) throw notFound('job')
        if (state.status !== 'done') throw notDone(state.status)
        const json = await jobs.get(account, id, null)
        if (json === null) throw notFound('job')
        if (suffix === '') reply.header('vary', 'accept')
        return send(reply, type, JSON.parse(json.toString()) as Job)
      },
    )
  }
}

function send(reply: FastifyReply, type: MediaType, { result, request_params: params }: Job): FastifyReply {
  const { metadata, transcription: transcript } = result ?? {}
  const found: Transcription = transcript ?? { full_transcript: '', languages: [], utterances: [] }
  const { format } = FORMATS[type]
  // Captions of two hours take 130 ms to make.
  const stored = found.subtitles?.find((one) => one.format === format)
  const options = 'subtitles_config' in params ? params.subtitles_config : undefined
  return reply
    .type(`${type}; charset=utf-8`)
    .send(stored?.subtitles ?? transcriptAs(format, found, metadata?.audio_duration ?? 0, options))
}
