/** Commands for jobs by their ids. */
import type { ExportFormat, Job, JobProgress, Scriptorium } from '../../../clients/typescript/src/index.ts'
import { safeFileName } from '../../platform/files/file-names.ts'
import { paragraphsOf } from '../../transcripts/exports/paragraphs.ts'
import { EXIT, UsageError } from '../errors.ts'
import { StatusLine } from '../status-line.ts'
import { printable } from '../terminal.ts'
import { forEach } from './failure.ts'
import { age, duration } from './formatting.ts'
import type { Io } from './io.ts'
import { noticeOf, progressText } from './job-text.ts'
import { saveResponse } from './save-response.ts'

/** Prints a job and its transcript. */
export async function getJob(
  io: Io,
  client: Scriptorium,
  id: string,
  options: { json?: true },
): Promise<void> {
  const job = await client.get(id, { signal: io.interrupted })
  io.stdout.write(options.json === true ? `${JSON.stringify(job)}\n` : textOf(job))
  const notice = options.json === true ? null : noticeOf(job)
  if (notice !== null) io.stderr.write(`${notice}\n`)
}

function textOf(job: Job): string {
  const { details, file, status } = job
  const fields: [string, string | null | undefined][] = [
    ['id', job.id],
    ['status', status],
    ['error', job.error_code === null ? null : `${job.error_code} ${job.error_message}`],
    ['kind', job.kind],
    ['created', `${job.created_at} (${age(job.created_at)} ago)`],
    ['completed', job.completed_at],
    ['title', details.title],
    ['tags', details.tags.join(', ')],
    ['audio', file?.filename],
    ['length', duration(file?.audio_duration)],
    ['languages', job.result?.transcription?.languages.join(', ')],
    ['metadata', job.custom_metadata === null ? null : JSON.stringify(job.custom_metadata)],
  ]
  const lines = fields.flatMap(([name, value]) => (value ? [`${name.padEnd(11)}${printable(value)}`] : []))
  const paragraphs = paragraphsOf(job.result?.transcription?.utterances ?? [])
  const transcript = paragraphs.map(({ text }) => printable(text)).join('\n\n')
  return `${lines.join('\n')}\n${transcript === '' ? '' : `\n${transcript}\n`}`
}

/** Follows jobs until each has ended, and prints how; with `json`, every step. */
export async function watchJobs(
  io: Io,
  client: Scriptorium,
  ids: readonly string[],
  { json }: { readonly json?: true },
): Promise<void> {
  const { stdout, stderr, interrupted: signal, exitWith } = io
  const status = new StatusLine(stderr)
  await forEach(io, ids, String, async (id) => {
    const onProgress = (progress: JobProgress) =>
      json === true
        ? stdout.write(`${JSON.stringify({ id, ...progress })}\n`)
        : status.show(`${id}: ${progressText(progress)}`)
    for await (const { event, data } of client.events({ job: id, signal })) {
      if (event !== 'progress') continue
      onProgress(data)
      if (data.status === 'done' || data.status === 'error') break
    }
    status.clear()
    const job = await client.get(id, { signal })
    if (job.status === 'error') exitWith(EXIT.failed)
    if (json === true) return
    const why = job.status === 'error' ? `  ${job.error_code} ${printable(job.error_message ?? '')}` : ''
    stdout.write(`${id}  ${job.status}${why}\n`)
  })
}

/** Cancels jobs, and prints the id of each cancelled one. */
export const cancelJobs = withEach(async (client, id, options) => client.cancel(id, options))

/** Deletes jobs or moves them to the trash, and prints the id of each. */
export const deleteJobs = withEach<{ readonly trash?: true }>(async (client, id, options) =>
  client.delete(id, options),
)

/** Restores jobs from the trash, and prints the id of each. */
export const restoreJobs = withEach(async (client, id, options) => client.restore(id, options))

/** Creates jobs from the requests of existing jobs, and prints their ids. */
export const retryJobs = withEach(async (client, id, options) => client.retry(id, options))

/** Queues failed jobs again, and prints the id of each, or how many with `faults`. */
export async function requeueJobs(
  io: Io,
  client: Scriptorium,
  ids: readonly string[] = [],
  { faults = false }: { readonly faults?: boolean },
): Promise<void> {
  if (faults === ids.length > 0) throw new UsageError('Give ids of jobs, or --faults')
  if (!faults) return requeueEach(io, client, ids, {})
  let jobs = 0
  for (let more = true; more;) {
    const answer = await client.requeueFaults({ signal: io.interrupted })
    jobs += answer.requeued
    more = answer.more && answer.requeued > 0
  }
  io.stdout.write(`${jobs}\n`)
}

const requeueEach = withEach(async (client, id, options) => client.requeue(id, options))

/** Changes the place of a waiting job among those of its account, and prints its priority. */
export async function setPriority(
  io: Io,
  client: Scriptorium,
  id: string,
  priority: number | 'first',
): Promise<void> {
  io.stdout.write(`${await client.setPriority(id, priority, { signal: io.interrupted })}\n`)
}

/** @param act acts on a job; if it returns another one, the id of that is printed */
function withEach<Options extends object>(
  act: (
    client: Scriptorium,
    id: string,
    options: Options & { signal: AbortSignal },
  ) => Promise<{ id: string } | void>,
) {
  return async (io: Io, client: Scriptorium, ids: readonly string[], options: Options): Promise<void> =>
    forEach(io, ids, String, async (id) => {
      const made = await act(client, id, { ...options, signal: io.interrupted })
      io.stdout.write(`${made?.id ?? id}\n`)
    })
}

/** Saves the audio of a job, under its original file name by default. */
export async function saveAudio(
  io: Io,
  client: Scriptorium,
  id: string,
  { output }: { readonly output?: string },
): Promise<void> {
  const { file } = await client.get(id, { signal: io.interrupted })
  const audio = await client.audio(id, { signal: io.interrupted })
  await saveResponse(io, audio, output ?? safeFileName(file?.filename ?? `${id}.audio`), output === undefined)
}

interface ExportOptions {
  readonly format: ExportFormat
  readonly output?: string
  readonly timestamps?: true
  readonly speakers: boolean
  readonly paragraphs: boolean
  readonly summary?: true
  readonly translation?: string
}

/** Prints the transcript of a job in any format, or saves it. */
export async function exportJob(
  io: Io,
  client: Scriptorium,
  id: string,
  options: ExportOptions,
): Promise<void> {
  const {
    format,
    output = '-',
    timestamps = false,
    speakers,
    paragraphs,
    summary = false,
    translation,
  } = options
  const wanted = {
    timestamps: `${timestamps}`,
    speakers: `${speakers}`,
    summary: `${summary}`,
    ...(!paragraphs && { paragraphs: 'false' as const }),
    ...(translation !== undefined && { translation }),
  } as const
  await saveResponse(io, await client.export(id, format, { ...wanted, signal: io.interrupted }), output)
}
