/** Converts the samples of the microphone to 16-bit PCM, in the browser's audio thread. It is a bundle of its own. */

/** The message to the page: a chunk of samples. */
export type CaptureMessage = ArrayBuffer

// A global of audio worklets, which TypeScript's library lacks.
declare const sampleRate: number
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const CHUNKS_PER_SECOND = 10

class Capture extends AudioWorkletProcessor {
  #chunk = new Int16Array(sampleRate / CHUNKS_PER_SECOND)
  #filled = 0

  /** @param inputs the channels of each input; the node has one input with one channel */
  process([channels]: readonly (readonly Float32Array[])[]): boolean {
    for (const sample of channels?.[0] ?? []) {
      this.#chunk[this.#filled++] = Math.max(-1, Math.min(1, sample)) * 0x7fff
      if (this.#filled === this.#chunk.length) this.#send()
    }
    return true
  }

  #send(): void {
    const buffer: CaptureMessage = this.#chunk.buffer
    this.port.postMessage(buffer, [buffer])
    this.#chunk = new Int16Array(sampleRate / CHUNKS_PER_SECOND)
    this.#filled = 0
  }
}

registerProcessor('capture', Capture)
