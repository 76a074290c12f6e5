import { openFile } from '../../../clients/typescript/src/node.ts'
import { type Scriptorium, ScriptoriumError } from '../../../clients/typescript/src/index.ts'
import { MAX } from '../../contract/limits.ts'
import { CommandError } from '../errors.ts'
import { type ConnectionOptions, connect } from '../remote/connection.ts'
import { describeFailure } from '../remote/failure.ts'
import { noticeOf } from '../remote/job-text.ts'
import { requestOf } from '../request-options.ts'
import type { Task, TaskHooks, Transcriber, TranscriberOptions } from './transcriber.ts'

/** A server processes the files of an account in turn anyway; this keeps it busy while others are uploaded. */
const CONCURRENCY = 4

/** Transcribes files on a server, with the names of subfolders as tags. */
export function transcriberOnServer(options: TranscriberOptions & ConnectionOptions): Transcriber {
  const client = connect(options, process.env)
  const request = requestOf(options)
  const shown = {
    timestamps: options.timestamps === true ? 'true' : 'false',
    summary: options.summarize === true ? 'true' : 'false',
    ...(options.translate !== undefined && { translation: options.translate }),
  } as const
  return {
    concurrency: CONCURRENCY,
    async transcribe(task, hooks) {
      const { signal, onProblem } = hooks
      const id = task.job ?? (await createdJob(client, request, task, hooks))
      const job = await client.wait(id, { signal })
      if (job.status === 'error') throw new CommandError(`${job.error_message ?? 'failed'} (job ${id})`)
      const notice = noticeOf(job)
      if (notice !== null) onProblem(notice)
      return async (format) => (await client.export(id, format, { ...shown, signal })).bytes()
    },
    failureOf: (error) =>
      error instanceof ScriptoriumError && error.isTemporary ? null : describeFailure(error),
    [Symbol.asyncDispose]: async () => {},
  }
}

async function createdJob(
  client: Scriptorium,
  request: object,
  { path, tags, attempt }: Task,
  { signal, onJob }: TaskHooks,
): Promise<string> {
  const sent = { signal, idempotencyKey: attempt }
  const { audio_url } = await client.upload(await openFile(path), sent)
  const { id } = await client.create({ ...request, audio_url }, sent)
  const given = tags.slice(0, MAX.tags).map((tag) => tag.slice(0, MAX.tag))
  if (given.length > 0) await client.request('PATCH', `v2/jobs/${id}`, { body: { tags: given }, signal })
  onJob(id)
  return id
}
