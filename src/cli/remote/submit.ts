import { openFile } from '../../../clients/typescript/src/node.ts'
import type {
  Job,
  JobOptions,
  JobProgress,
  Presets,
  Scriptorium,
  UploadProgress,
} from '../../../clients/typescript/src/index.ts'
import { CommandError, UsageError } from '../errors.ts'
import { type RequestOptions, requestOf } from '../request-options.ts'
import { findInputs, type Input } from '../transcribe/inputs.ts'
import { StatusLine } from '../status-line.ts'
import { forEach } from './failure.ts'
import { percent } from './formatting.ts'
import type { Io } from './io.ts'
import { noticeOf, progressText } from './job-text.ts'
import { jsonFile, jsonOption } from './json-options.ts'
import { checkReadable } from './readable-file.ts'
import { type OutputOptions, transcriptOutput } from './transcript-output.ts'

type SubmitOptions = RequestOptions &
  OutputOptions & {
    readonly recursive?: true
    readonly preset?: string
    readonly config?: string
    readonly metadata?: string
    readonly callbackUrl?: string
    readonly wait?: true
  }

/** Submits audio, and prints the ids of the jobs, or their transcripts with `wait`. */
export async function submit(
  io: Io,
  client: Scriptorium,
  sources: readonly string[],
  options: SubmitOptions,
): Promise<void> {
  const given = requestWith(options)
  const inputs = findInputs(sources, options.recursive === true)
  const output = options.wait === true ? transcriptOutput(io, client, inputs, options) : null
  if (output === null && (options.format ?? options.outputDir ?? options.timestamps) !== undefined)
    throw new UsageError('--format, --output-dir and --timestamps need --wait')
  const request = { ...(await presetNamed(io, client, options.preset)), ...given }
  const nameOf = ({ name }: Input) => name
  const jobs = new Map<Input, string>()
  try {
    await forEach(io, inputs, nameOf, async (input) => {
      const id = await create(io, client, input, request)
      if (output === null) io.stdout.write(`${id}\n`)
      else jobs.set(input, id)
    })
    await forEach(
      io,
      [...jobs],
      ([input]) => nameOf(input),
      async ([input, id]) => {
        const job = await ended(io, client, input, id)
        jobs.delete(input)
        if (job.status === 'error') throw new CommandError(`${job.error_message ?? 'failed'} (job ${id})`)
        await output?.(input, id)
        const notice = noticeOf(job)
        if (notice !== null) io.stderr.write(`${input.name}: ${notice}\n`)
      },
    )
  } finally {
    if (io.interrupted.aborted && jobs.size > 0)
      io.stderr.write(`These jobs continue: scriptorium jobs watch ${[...jobs.values()].join(' ')}\n`)
  }
}

/**
 * The options of a preset by its name or id; none without a name.
 * @throws {UsageError} if there is no such preset
 */
async function presetNamed(
  { interrupted: signal }: Io,
  client: Scriptorium,
  name?: string,
): Promise<JobOptions> {
  if (name === undefined) return {}
  const { items } = await client.request<Presets>('GET', 'v2/settings/presets', { signal })
  const isNamed = (text: string) => text.toLowerCase() === name.toLowerCase()
  const found = items.find((one) => one.id === name) ?? items.find((one) => isNamed(one.name))
  if (found !== undefined) return found.options
  throw new UsageError(`--preset: must be one of ${items.map((one) => one.name).join(', ')}`)
}

/** @returns the id of the job */
async function create(
  { stdin, stderr, interrupted: signal }: Io,
  client: Scriptorium,
  { type, name }: Input,
  request: JobOptions,
): Promise<string> {
  const status = new StatusLine(stderr)
  const onProgress = ({ sent, total }: UploadProgress) =>
    status.show(`${name}: ${total === null ? `${sent} bytes` : percent(sent / total)} uploaded`)
  const upload = async () => {
    const audio = type === 'stdin' ? stdin : await openAudio(name)
    // The client retries a failed upload only if no progress is shown.
    return client.upload(audio, { signal, ...(stderr.isTTY === true && { onProgress }) })
  }
  try {
    const audio_url = type === 'url' ? name : (await upload()).audio_url
    return (await client.create({ ...request, audio_url }, { signal })).id
  } finally {
    status.clear()
  }
}

async function openAudio(path: string): Promise<Blob> {
  // The errors of `openFile` do not give the reason.
  await checkReadable(path)
  return openFile(path)
}

async function ended(
  { stderr, interrupted: signal }: Io,
  client: Scriptorium,
  { name }: Input,
  id: string,
): Promise<Job> {
  const status = new StatusLine(stderr)
  const onProgress = (progress: JobProgress) => status.show(`${name}: ${progressText(progress)}`)
  return client.wait(id, { signal, onProgress }).finally(() => status.clear())
}

/** The fields of the config file, overridden by the options. */
function requestWith({ config, metadata, callbackUrl, ...options }: SubmitOptions): JobOptions {
  return {
    ...(config !== undefined && jsonFile('--config', config)),
    ...requestOf(options),
    ...(metadata !== undefined && { custom_metadata: jsonOption('--metadata', metadata) }),
    ...(callbackUrl !== undefined && { callback_url: callbackUrl }),
  }
}
