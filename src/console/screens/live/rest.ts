/** The audio of a recording that the service does not have: in flight, or left when the session ended. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { JobCreated } from '../../../../clients/typescript/src/types.ts'
import { post, uploadFile } from '../../api.ts'
import type { KeptAudio } from './kept-audio.ts'

export class Rest {
  readonly seconds: ReadonlySignal<number>
  /** The job created from it, or null. */
  readonly jobId = signal<string | null>(null)
  /** Settles once nothing of the recording is stored here. */
  readonly forgotten: Promise<void>
  readonly #onForgotten: () => void
  readonly #audio: KeptAudio

  constructor(audio: KeptAudio) {
    const { promise, resolve } = Promise.withResolvers<void>()
    ;[this.forgotten, this.#onForgotten] = [promise, resolve]
    this.#audio = audio
    this.seconds = computed(() => audio.unsent.value / audio.bytesPerSecond)
  }

  /** Creates a separate job from it. @throws {ScriptoriumError} */
  async send(name: string): Promise<void> {
    const { languages } = this.#audio.recording
    const file = new File([await this.#audio.rest()], `${name}.wav`, { type: 'audio/wav' })
    const { audio_url } = await uploadFile(file, {})
    const { id } = await post<JobCreated>('v2/pre-recorded', { audio_url, language_config: { languages } })
    this.jobId.value = id
    await this.forget()
  }

  async file(): Promise<Blob> {
    return this.#audio.rest()
  }

  /** Deletes everything that is stored of the recording. */
  async forget(): Promise<void> {
    await this.#audio.forget().catch(() => {})
    this.#onForgotten()
  }
}
