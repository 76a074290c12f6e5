import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  type OpenAiFields,
  openAiTranscriptionAnswer,
  openAiTranscriptionFields,
  openAiTranslationAnswer,
  openAiTranslationFields,
} from '../../contract/openai.ts'
import { unpacked } from '../../jobs/compressed.ts'
import { notFound, RequestError } from '../errors.ts'
import { receiverOf } from '../files/forms.ts'
import { idempotencyHeader, REPLAYED } from '../idempotency.ts'
import type { FoundTranscript } from '../jobs/job-transcript.ts'
import { openAiErrorResponses } from '../openai/errors.ts'
import { receiveForm } from '../openai/form.ts'
import { createOpenAiJob, discardJob, discardUnused, transcriptOnceDone } from '../openai/job.ts'
import { openAiStream } from '../openai/stream.ts'
import { addition, routine } from '../openapi/operation.ts'
import type { App, Parts } from '../parts.ts'
import { type ApiResponse, binary } from '../openapi/responses.ts'
import { parseRequest } from '../requests/validation.ts'

const DESCRIPTION =
  'Compatible with OpenAI: its clients work with `/v1` of this service as the base URL and a key of this service. The request ' +
  'creates a job, and the response is sent when the job has ended. If the client disconnects earlier, the job continues, unless ' +
  '`store` is `false`. With an `Idempotency-Key`, a repeated request waits for the same job.'

const OPERATIONS = [
  {
    task: 'transcribe',
    path: '/v1/audio/transcriptions',
    summary: 'Transcribe a file, and wait for the text',
    fields: openAiTranscriptionFields,
    answer: openAiTranscriptionAnswer,
    types: ['text/plain', 'application/x-subrip', 'text/vtt', 'text/event-stream'],
  },
  {
    task: 'translate',
    path: '/v1/audio/translations',
    summary: 'Translate a file into English, and wait for the text',
    fields: openAiTranslationFields,
    answer: openAiTranslationAnswer,
    types: ['text/plain', 'application/x-subrip', 'text/vtt'],
  },
] as const

const file = binary.describe('The audio.')
const text = z.string().meta({ examples: ['Welcome to Scriptorium.'] })
const jobHeader = { 'x-job-id': { type: 'string', description: 'Id of the job.' } } as const

/** The audio operations of the OpenAI API. The plugin for forms must be registered. */
export function openAiAudioRoutes(app: App, parts: Parts): void {
  const { work, maker } = parts
  app.removeContentTypeParser('application/json')
  for (const { task, path, summary, fields, answer, types } of OPERATIONS) {
    const content: ApiResponse['content'] = {
      'application/json': { schema: answer },
      ...Object.fromEntries(types.map((type) => [type, { schema: text }])),
    }
    app.post(
      path,
      {
        ...routine(
          addition('write', {
            tags: ['openai'],
            operationId: `${task}Audio`,
            summary,
            description: DESCRIPTION,
            headers: idempotencyHeader,
            body: { content: { 'multipart/form-data': { schema: z.object({ file, ...fields.shape }) } } },
            response: {
              200: { description: 'The text.', headers: { ...jobHeader, ...REPLAYED }, content },
              ...openAiErrorResponses(400, 402, 404, 409, 413, 415, 422, 504),
            },
          }),
        ),
        // The handler reads the form as a stream and validates it itself.
        validatorCompiler: () => () => true,
      },
      async (request, reply) => {
        const receiver = receiverOf(request, reply)
        parseRequest(idempotencyHeader, request.headers)
        const form = await receiveForm<z.ZodType<OpenAiFields>>(request, receiver, fields, parts)
        const created = async () => {
          let isUsed = false
          try {
            const id = await createOpenAiJob(request, reply, parts, task, form)
            // The file is unused if an earlier request with the idempotency key created the job.
            isUsed = !reply.hasHeader('idempotent-replayed')
            return id
          } finally {
            if (!isUsed) await discardUnused(request, parts, form.file.id)
          }
        }
        const id = await created()
        request.created = id
        reply.header('x-job-id', id)
        const isStored = form.fields.store === 'true'
        // Otherwise, clients of OpenAI would retry after a failure and create another job.
        if (isStored) reply.header('x-should-retry', 'false')
        const onceDone = async <Made>(make: (found: FoundTranscript) => Promise<Made | null>) => {
          try {
            const found = await transcriptOnceDone(request, parts, { id, isStored, signal: receiver.signal })
            const answered = await make(found)
            if (answered === null) throw notFound('job')
            return answered
          } finally {
            if (!isStored) await discardJob(request, parts, id)
          }
        }
        if (form.fields.stream === 'true') {
          const ended = new AbortController()
          const whole = onceDone(async (found) =>
            maker.make(found, 'fullText', undefined, { maxWaitMs: Infinity }),
          )
          const events = work?.followText(id, ended.signal) ?? []
          void whole.catch(() => {}).then(() => ended.abort())
          const stream = await openAiStream(request, events, whole)
          return reply.type('text/event-stream; charset=utf-8').send(Readable.from(stream))
        }
        const asked = { fields: form.fields, task }
        const made = await onceDone(async (found) =>
          maker.make(found, 'answer', asked, { maxWaitMs: Infinity }),
        )
        if (made.failure !== null) throw new RequestError(500, made.failure)
        return reply.type(`${made.type}; charset=utf-8`).send(unpacked(made.body))
      },
    )
  }
}
