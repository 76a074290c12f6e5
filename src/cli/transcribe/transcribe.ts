import { basename } from 'node:path'
import { readConfig } from '../../service/config.ts'
import { isRequested } from '../../contract/features/fields.ts'
import { FEATURES } from '../../contract/features/index.ts'
import { languageNames } from '../../contract/languages.ts'
import type { PreRecordedParams } from '../../contract/pre-recorded-request.ts'
import { capabilitiesOf } from '../../service/capabilities.ts'
import { untilInterrupted } from '../interruption.ts'
import type { RequestOptions } from '../request-options.ts'
import { ProgressBar } from '../status-line.ts'
import { table } from '../table.ts'
import { failureReason } from './failure-reason.ts'
import { findInputs, type Input } from './inputs.ts'
import { type Output, outputFor, type OutputOptions } from './outputs.ts'
import { LocalPipeline } from './pipeline.ts'
import { paramsOf } from './request.ts'
import { transcriptOf } from './transcript-of.ts'

/** Milliseconds between updates of the progress. */
const PROGRESS_MS = 250

interface TranscribeOptions extends RequestOptions, OutputOptions {
  readonly recursive?: true
  readonly languages?: true
}

/** What all inputs of a command share. */
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
  const wanted = { params, timestamps: options.timestamps === true }
  const exported = await transcriptOf(pipeline, input, wanted, {
    signal,
    onUtterances: (utterances) => {
      if (stream === undefined || !isStreamed) return
      bar.clear()
      stream(utterances)
    },
    onRetry: () => (isStreamed = false),
    onFailure: (reason) => {
      bar.clear()
      fail(input, reason)
    },
    onNotice: (notice) => {
      bar.clear()
      process.stderr.write(`${input.name}: ${notice}\n`)
    },
  })
  bar.clear()
  if (exported !== null) await finish(exported)
}

/** Whether utterances can be printed as they are recognised, because no requested enrichment changes them. */
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
