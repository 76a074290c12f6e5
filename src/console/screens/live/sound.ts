/** The captured audio: its source and its level. */
import { computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Capture } from './capture.ts'
import { levelAfter, peakOf, SILENCE } from './level.ts'

/** Seconds of complete silence after which the microphone is probably muted. */
const MUTED_SECONDS = 5

export class Sound {
  readonly level = signal(SILENCE)
  /** The browser's names of what is recorded. */
  readonly labels = signal<readonly string[]>([])
  readonly #seconds: ReadonlySignal<number>
  readonly #silentSince
  readonly isMuted = computed(() => this.#seconds.value - this.#silentSince.value > MUTED_SECONDS)
  #capture: Capture | null = null

  /** @param seconds length of the recording, which grows with the captured audio */
  constructor(seconds: ReadonlySignal<number>) {
    this.#seconds = seconds
    this.#silentSince = signal(seconds.peek())
  }

  /** Whether a capture is open. */
  get isOpen(): boolean {
    return this.#capture !== null
  }

  /** Starts with a capture, including its audio so far. @param onLost called when the capture ends by itself */
  listen(capture: Capture, onSamples: (samples: Int16Array<ArrayBuffer>) => void, onLost: () => void): void {
    this.#capture = capture
    this.labels.value = capture.labels
    this.#silentSince.value = this.#seconds.peek()
    const measured = (samples: Int16Array<ArrayBuffer>) => {
      onSamples(samples)
      const peak = peakOf(samples)
      this.level.value = levelAfter(this.level.value, peak)
      if (peak > 0) this.#silentSince.value = this.#seconds.peek()
    }
    capture.listen(measured, onLost)
  }

  async pause(): Promise<void> {
    this.level.value = SILENCE
    await this.#capture?.pause()
  }

  async resume(): Promise<void> {
    await this.#capture?.resume()
    this.#silentSince.value = this.#seconds.peek()
  }

  /** May be called more than once. */
  close(): void {
    this.#capture?.close()
    this.#capture = null
    this.level.value = SILENCE
  }
}
