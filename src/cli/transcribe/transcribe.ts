import { basename } from 'node:path'
import { readConfig } from '../../service/config.ts'
import { isRequested } from '../../contract/features/fields.ts'
import { FEATURES } from '../../contract/features/index.ts'
import { subtitlesConfig } from '../../contract/features/subtitles.ts'
import { languageNames } from '../../contract/languages.ts'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import { capabilitiesOf } from '../../service/capabilities.ts'
import { untilInterrupted } from '../interruption.ts'
import type { RequestOptions } from '../request-options.ts'
import { speechNotice } from '../speech-notice.ts'
import { ProgressBar } from '../status-line.ts'
import { table } from '../table.ts'
import { failureReason } from './failure-reason.ts'
import { findInputs, type Input } from './inputs.ts'
import { type Output, outputFor, type OutputOptions } from './outputs.ts'
import { LocalPipeline } from './pipeline.ts'
import { paramsOf } from './request.ts'

/** How often the progress is shown, in milliseconds. */
const PROGRESS_MS = 250

interface TranscribeOptions extends RequestOptions, OutputOptions {
  readonly recursive?: true
  readonly languages?: true
}

/** What the inputs of a command have in common. */
interface Run {
  readonly pipeline: LocalPipeline
  readonly params: PreRecordedParams
  readonly options: TranscribeOptions
  readonly output: Output
  readonly signal: AbortSignal
}

/** Transcribes inputs in turn; one that fails does not stop the others. */
export async function transcribe(sources: string[], options: TranscribeOptions): Promise<void> {
  if (options.languages) return listLanguages()
  const config = readConfig(process.env)
  const params = paramsOf(options, await capabilitiesOf(config))
  const inputs = findInputs(sources, options.recursive === true)
  const output = outputFor(options, inputs)
  const todo = options.skipExisting ? inputs.filter((input) => !output.exists(input)) : inputs
  const signal = untilInterrupted()
  await using pipeline = await LocalPipeline.open(config)
  for (const [i, input] of todo.entries()) {
    const place = todo.length > 1 ? `[${i + 1}/${todo.length}] ` : ''
    const bar = new ProgressBar(place + basename(input.name))
    const show = () => {
      const progress = pipeline.progress.of(input.name)
      if (progress !== null) bar.show(progress.fraction, progress.etaSeconds)
    }
    const timer = setInterval(show, PROGRESS_MS)
    try {
      await transcribeOne(input, { pipeline, params, options, output, signal }, bar)
    } catch (error) {
      bar.clear()
      if (signal.aborted) return
      fail(input, failureReason(error, input))
    } finally {
      clearInterval(timer)
    }
  }
}

async function transcribeOne(
  input: Input,
  { pipeline, params, options, output, signal }: Run,
  bar: ProgressBar,
): Promise<void> {
  const { stream, finish } = output.begin(input)
  let isStreamed = areWordsFinal(params)
  const result = await pipeline.transcribe(input, params, {
    signal,
    onUtterances: (utterances) => {
      if (stream === undefined || !isStreamed) return
      bar.clear()
      stream(utterances)
    },
    onRetry: () => (isStreamed = false),
    // The result says so.
    onFailure: () => {},
  })
  bar.clear()
  const { metadata, transcription, ...modules } = result
  for (const [name, module] of Object.entries(modules))
    if (module?.error) fail(input, `${name.replaceAll('_', ' ')} failed: ${module.error.message}`)
  const { translation, summarization } = modules
  const [translated] = translation?.results ?? []
  if (translated?.error) fail(input, `translation failed: ${translated.error.message}`)
  // The original is no substitute for a translation.
  if (translation !== undefined && translated?.error !== null) return
  const notice = speechNotice(metadata.unrecognised_speech, transcription.full_transcript)
  if (notice !== null) process.stderr.write(`${input.name}: ${notice}\n`)
  await finish({
    title: basename(input.stem),
    filename: input.type === 'stdin' ? null : basename(input.name),
    duration: metadata.audio_duration,
    transcript: translated ?? transcription,
    summary: summarization?.results ?? null,
    speakerNames: {},
    captions: subtitlesConfig.parse({}),
    hasSpeakers: true,
    hasTimestamps: options.timestamps ?? false,
    hasParagraphs: true,
  })
}

/** Whether an utterance is printed as it is recognised: nothing that was requested may change it. */
function areWordsFinal(params: PreRecordedParams): boolean {
  return FEATURES.every(
    (one) => !isRequested(one, params) || (one.phase === 'analysis' && one.name !== 'translation'),
  )
}

function fail({ name }: Input, reason: string): void {
  process.stderr.write(`${name}: ${reason}\n`)
  process.exitCode = 1
}

function listLanguages(): void {
  const rows = languageNames().map(({ code, english, own }) => [code, english, own])
  process.stdout.write(`${table([['CODE', 'LANGUAGE', 'OWN NAME'], ...rows])}\n`)
}
