/** Recognition of all live streams, in one process: the models, and who is heard when. */
import { EngineThread } from './engine-thread.ts'
import { LiveScheduler } from './live-scheduler.ts'
import type { LiveEvent, LiveStreamOptions } from './live-stream.ts'
import { NoiseSuppressor } from '../speech/noise-suppressor.ts'
import { StreamRecognition } from './stream-recognition.ts'
import { VoiceActivityModel } from '../speech/voice-activity.ts'

/** Frames of different streams wait this long for each other, in milliseconds: judged together they cost 0.4. */
const PATIENCE = 20

export class LiveRecognition {
  readonly #engines = new EngineThread()
  readonly #scheduler = new LiveScheduler()
  readonly #voiceActivity: VoiceActivityModel
  readonly #noiseSuppressor: NoiseSuppressor
  #pieces = 0

  private constructor(voiceActivity: VoiceActivityModel, noiseSuppressor: NoiseSuppressor) {
    this.#voiceActivity = voiceActivity
    this.#noiseSuppressor = noiseSuppressor
  }

  /** With the small models; the others are loaded when a stream is opened that may need them. */
  static async load(): Promise<LiveRecognition> {
    return new LiveRecognition(
      await VoiceActivityModel.load({ patience: PATIENCE }),
      await NoiseSuppressor.load(),
    )
  }

  open(options: LiveStreamOptions, startsAt: number, emit: (event: LiveEvent) => void): StreamRecognition {
    const [language, ...others] = options.languages
    // Models take seconds to load: nobody should have to wait for them who speaks at once.
    this.#engines.load(others.length === 0 && language !== undefined ? language : null)
    return new StreamRecognition(options, startsAt, emit, {
      scheduler: this.#scheduler,
      listen: () => this.#voiceActivity.listen(),
      suppressNoise: () => this.#noiseSuppressor.listen(),
      engines: this.#engines,
      nextOrder: () => this.#pieces++,
    })
  }
}
