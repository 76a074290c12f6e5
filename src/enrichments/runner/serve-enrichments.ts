/** The child's side of `enrichment-tasks.ts`: enriches any number of transcripts at a time. */
import { decode } from '../../audio/decode.ts'
import { LiveRecording } from '../../audio/live-recording.ts'
import type { Recording } from '../../audio/recording.ts'
import { pulledModels } from '../../models/pulled/pulled-model.ts'
import { describeError } from '../../platform/process/describe-error.ts'
import { connectToParent } from '../../platform/process/parent-link.ts'
import { enrich } from './enrich.ts'
import type { AudioSource, EnricherSettings, EnrichmentTask, Report, Request } from './enricher-messages.ts'
import { EnrichmentError } from '../../contract/features/enrichment-error.ts'
import { type Enrichments, enrichments } from './enrichments.ts'
import type { LanguageModel } from '../../models/language/language-model.ts'
import type { OpenAi } from '../../models/language/open-ai.ts'
import { TextModels } from '../../models/text/text-models.ts'
import { SpeakerModels } from '../../speech/speakers/speaker-models.ts'

/**
 * Called once by the module that the service starts as a process. Models stay in memory between tasks.
 * @param available the features that exist, and their implementations
 */
export function serveEnrichments(available: Enrichments = enrichments): void {
  const tasks = new Map<number, AbortController>()
  let settings: EnricherSettings
  let languageModel: Promise<OpenAi> | undefined
  let textModels: TextModels
  const speakerModels = new SpeakerModels()

  const report: (report: Report) => void = connectToParent<Request>({
    isBackground: true,
    isBusy: () => tasks.size > 0,
    onRequest: (request) => {
      if (request.type === 'settings') {
        ;({ settings } = request)
        textModels = new TextModels(settings.device)
      } else if (request.type === 'cancel') tasks.get(request.id)?.abort(new Error('The task was cancelled'))
      else void perform(request.id, request.task)
    },
  })

  async function perform(id: number, task: EnrichmentTask): Promise<void> {
    const controller = new AbortController()
    tasks.set(id, controller)
    try {
      report({ type: 'done', id, result: await enriched(id, task, controller.signal) })
    } catch (error) {
      const shown =
        error instanceof EnrichmentError ? { statusCode: error.statusCode, message: error.message } : null
      report({ type: 'failed', id, message: loggable(error), error: shown })
    } finally {
      tasks.delete(id)
      if (tasks.size === 0) await Promise.all([textModels.releaseUnused(), speakerModels.releaseUnused()])
    }
  }

  async function enriched(id: number, task: EnrichmentTask, signal: AbortSignal) {
    const { transcription, params, audioDuration, audio: source, unfinished } = task
    let audio: Promise<Recording> | undefined
    const models = settings.models === undefined ? [] : await pulledModels(settings.models)
    textModels.use(models)
    speakerModels.use(models)
    try {
      return await enrich(
        transcription,
        params,
        {
          audioDuration,
          audio: () => (audio ??= open(source, settings)),
          languageModel: await languageModelForJob(),
          textModels,
          speakerModels,
          signal,
          onFailure: (name, error) => report({ type: 'failure', id, name, message: loggable(error) }),
        },
        {
          available,
          maxSeconds: settings.enrichmentSeconds,
          maxBytes: settings.maxResultBytes,
          onStart: (name) => report({ type: 'started', id, name }),
          onEnded: (run) => report({ type: 'ended', id, run }),
          onVoices: (voices) =>
            report({ type: 'voices', id, voices: Buffer.from(voices).toString('base64') }),
          unfinished,
        },
      )
    } finally {
      // If it could not be opened, the enrichment that needed it has already reported why.
      await audio?.then(async (recording) => recording.close()).catch(() => {})
    }
  }

  /** Loaded when it is first used, and only if one is configured; shared by all jobs. */
  async function languageModelForJob(): Promise<LanguageModel | null> {
    const { languageModel: configured } = settings
    if (!configured) return null
    languageModel ??= import('../../models/language/open-ai.ts').then(({ OpenAi }) => new OpenAi(configured))
    return (await languageModel).forJob()
  }
}

/** An error as text for the log. If the remedy is known, the stack is of no use. */
function loggable(error: unknown): string {
  if (!(error instanceof EnrichmentError) || error.remedy === undefined) return describeError(error)
  const { message, remedy, cause } = error
  const reason = cause instanceof Error ? ` (${cause.message})` : ''
  return `${message} ${remedy}${reason}`
}

async function open(source: AudioSource, settings: EnricherSettings): Promise<Recording> {
  return source.type === 'file'
    ? decode(source.path, settings)
    : LiveRecording.open(source.path, source.format)
}
