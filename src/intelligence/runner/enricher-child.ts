/**
 * The enricher's own process, started by `enricher-process.ts`: enriches any number of transcripts at a time, with the
 * models kept in memory in between.
 */
import { constants, setPriority } from 'node:os'
import { decode } from '../../audio/decode.ts'
import { LiveRecording } from '../../audio/live-recording.ts'
import type { Recording } from '../../audio/recording.ts'
import { enrich } from './enrich.ts'
import type { EnricherSettings, EnrichmentTask, Order, Report, Sound } from './enricher-messages.ts'
import { EnrichmentError } from '../enrichment-error.ts'
import type { LanguageModel } from '../language-model/language-model.ts'
import type { OpenAi } from '../language-model/open-ai.ts'

/** Milliseconds between two signs of life. */
const ALIVE_MS = 2_000

const tasks = new Map<number, AbortController>()
let settings: EnricherSettings
let languageModel: Promise<OpenAi> | undefined

// The API answers first; enrichment takes what is left of the machine.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

// A supervisor may signal every process of the service at once. Its main process then drains, and needs this one for it.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {})

// The parent is gone, perhaps by kill -9: nobody wants the results. It made this process the leader of a group, in which
// a decoder may be running.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))

process.on('message', (order: Order) => {
  if (order.type === 'settings') ({ settings } = order)
  else if (order.type === 'cancel') tasks.get(order.id)?.abort(new Error('nobody waits for the result'))
  else void perform(order.id, order.task)
})

setInterval(() => {
  if (tasks.size > 0) report({ type: 'alive' })
}, ALIVE_MS)

async function perform(id: number, task: EnrichmentTask): Promise<void> {
  const controller = new AbortController()
  tasks.set(id, controller)
  try {
    report({ type: 'done', id, result: await enriched(id, task, controller.signal) })
  } catch (error) {
    const told =
      error instanceof EnrichmentError ? { statusCode: error.statusCode, message: error.message } : null
    report({ type: 'failed', id, message: describe(error), told })
  } finally {
    tasks.delete(id)
  }
}

async function enriched(
  id: number,
  { transcription, params, audioDuration, sound }: EnrichmentTask,
  signal: AbortSignal,
) {
  let audio: Promise<Recording> | undefined
  try {
    return await enrich(transcription, params, {
      audioDuration,
      audio: () => (audio ??= open(sound)),
      languageModel: await languageModelForJob(),
      cacheFolder: settings.cacheFolder,
      signal,
      onFailure: (name, error) => report({ type: 'failure', id, name, message: describe(error) }),
    })
  } finally {
    // One that could not be opened was told to whoever asked for it.
    await audio?.then(async (recording) => recording.close()).catch(() => {})
  }
}

/** Loaded at the first use, and only if one is configured; shared by all jobs. */
async function languageModelForJob(): Promise<LanguageModel | null> {
  const { languageModel: configured } = settings
  if (!configured) return null
  languageModel ??= import('../language-model/open-ai.ts').then(({ OpenAi }) => new OpenAi(configured))
  return (await languageModel).forJob()
}

async function open(sound: Sound): Promise<Recording> {
  return sound.type === 'file' ? decode(sound.path, settings) : LiveRecording.open(sound.path, sound.format)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const own = error.stack ?? error.message
  return error.cause === undefined ? own : `${own}\ncaused by: ${describe(error.cause)}`
}

function report(message: Report): void {
  process.send?.(message)
}
