/** Recognition of all live streams in one process: the models they share, and the scheduler. */
import type { LanguageCode } from '../../contract/languages.ts'
import type { PulledModel } from '../../models/pulled/pulled-model.ts'
import { NoiseSuppressor } from '../analysis/noise-suppressor.ts'
import { VoiceActivityModel } from '../analysis/voice-activity.ts'
import { EngineThread } from '../engines/engine-thread.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'
import { StreamingModels } from '../engines/streaming/streaming-models.ts'
import { PunctuationThread } from '../punctuation/punctuation-thread.ts'
import { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import { StreamRecognition } from './stream-recognition.ts'

export class LiveRecognition {
  readonly #engines = new EngineThread()
  /**
   * Recognises speech that may be in a language other than the only expected one, if the engine for that one identifies
   * no languages. Started on demand: its models take 470 MB, and 3 s to load, during which the finals of all streams
   * would have to wait.
   */
  #identifyingEngines: EngineThread | undefined
  /** Only asked for abilities and never loaded: the thread loads the models. */
  readonly #models = new LoadedEngines()
  readonly #streamingModels = new StreamingModels()
  readonly #punctuation = new PunctuationThread()
  readonly #scheduler = new LiveScheduler()
  readonly #voiceActivity: VoiceActivityModel
  readonly #noiseSuppressor: NoiseSuppressor
  #segments = 0

  private constructor(voiceActivity: VoiceActivityModel, noiseSuppressor: NoiseSuppressor) {
    this.#voiceActivity = voiceActivity
    this.#noiseSuppressor = noiseSuppressor
  }

  /** Loads the small models; the others are loaded when a stream that may need them is opened. */
  static async load(): Promise<LiveRecognition> {
    return new LiveRecognition(await VoiceActivityModel.load(), await NoiseSuppressor.load())
  }

  /**
   * Opens a stream once the streaming models that may hear it are loaded. Other streams do not wait for them.
   * @param pulled - the current pulled models
   */
  async open(
    options: LiveStreamOptions,
    startsAt: number,
    emit: (event: LiveEvent) => void,
    pulled: readonly PulledModel[],
  ): Promise<StreamRecognition> {
    const [first, ...others] = options.languages
    const only = others.length === 0 ? first : undefined
    this.#streamingModels.use(pulled)
    this.#punctuation.use(pulled)
    const spoken = first === undefined ? this.#streamingModels.languages : options.languages
    const threads = await Promise.all(spoken.map((language) => this.#streamingModels.for(language)))
    const isStreamed = only !== undefined && threads[0] !== null
    // Models take seconds to load, and speech may arrive at once.
    if (!isStreamed) this.#engines.load(only ?? null)
    const identifies = (language: LanguageCode) => !isStreamed && this.#models.identifies(language)
    return new StreamRecognition(options, startsAt, emit, {
      // A streaming model decodes the streams of all sessions together, and none waits for the engines.
      scheduler: isStreamed ? new LiveScheduler() : this.#scheduler,
      openVoiceActivity: () => this.#voiceActivity.open(),
      openNoiseSuppressor: () => this.#noiseSuppressor.open(),
      engines: this.#engines,
      identifyingEngines: () =>
        only === undefined || identifies(only)
          ? this.#engines
          : (this.#identifyingEngines ??= new EngineThread()),
      identifies,
      streamingModels: this.#streamingModels,
      punctuation: this.#punctuation,
      nextOrder: () => this.#segments++,
    })
  }
}
