import { isCounted, publish } from '../metrics/events.ts'

/** Seconds of audio between two times that are kept: the precision of the delays. */
const STEP_SECONDS = 0.05

/** Measures how long finals take after the end of their speech was received. Times in the audio are in seconds. */
export class FinalDelays {
  #received: { readonly seconds: number; readonly at: number }[] = []
  #lastSeconds = -Infinity

  /** Audio up to a time has been received. */
  received(seconds: number): void {
    if (seconds - this.#lastSeconds < STEP_SECONDS || !isCounted('liveFinal')) return
    this.#lastSeconds = seconds
    this.#received.push({ seconds, at: performance.now() })
  }

  /** A final was recognised, whose speech ended at a time. */
  recognisedFinal(end: number): void {
    const received = this.#received.find(({ seconds }) => seconds >= end)
    if (received === undefined) return
    publish('liveFinal', { seconds: (performance.now() - received.at) / 1000 })
  }

  /** No further final ends before a time. */
  forgetBefore(end: number): void {
    const index = this.#received.findIndex(({ seconds }) => seconds >= end)
    this.#received = index === -1 ? [] : this.#received.slice(index)
  }
}
