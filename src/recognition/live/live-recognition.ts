/** Recognition of all live streams, in one process: the models they share, and the scheduler. */
import { NoiseSuppressor } from '../speech/noise-suppressor.ts'
import { VoiceActivityModel } from '../speech/voice-activity.ts'
import { EngineThread } from '../engines/engine-thread.ts'
import { LoadedEngines } from '../engines/loaded-engines.ts'
import { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import { StreamRecognition } from './stream-recognition.ts'

export class LiveRecognition {
  readonly #engines = new EngineThread()
  /** Asked what they can do, and never loaded: those of the thread are. */
  readonly #models = new LoadedEngines()
  readonly #scheduler = new LiveScheduler()
  readonly #voiceActivity: VoiceActivityModel
  readonly #noiseSuppressor: NoiseSuppressor
  #segments = 0

  private constructor(voiceActivity: VoiceActivityModel, noiseSuppressor: NoiseSuppressor) {
    this.#voiceActivity = voiceActivity
    this.#noiseSuppressor = noiseSuppressor
  }

  /** Loads the small models; the others are loaded when a stream is opened that may need them. */
  static async load(): Promise<LiveRecognition> {
    return new LiveRecognition(await VoiceActivityModel.load(), await NoiseSuppressor.load())
  }

  open(options: LiveStreamOptions, startsAt: number, emit: (event: LiveEvent) => void): StreamRecognition {
    const [language, ...others] = options.languages
    // Models take seconds to load, and speech may come at once.
    this.#engines.load(others.length === 0 && language !== undefined ? language : null)
    return new StreamRecognition(options, startsAt, emit, {
      scheduler: this.#scheduler,
      openVoiceActivity: () => this.#voiceActivity.open(),
      openNoiseSuppressor: () => this.#noiseSuppressor.open(),
      engines: this.#engines,
      identifies: (spoken) => this.#models.identifies(spoken),
      nextOrder: () => this.#segments++,
    })
  }
}
