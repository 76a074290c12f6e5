/** The microphone, as chunks of 16-bit PCM. */
import type { CaptureMessage } from './capture-worklet.ts'

/** What live sessions recognise at. */
const SAMPLE_RATE = 16_000

/** Why there is no microphone. */
export type MicrophoneProblem = 'insecure' | 'refused' | 'missing' | 'busy'

export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError'
  readonly problem: MicrophoneProblem

  constructor(problem: MicrophoneProblem) {
    super(problem)
    this.problem = problem
  }
}

/** By the names of the browser's errors; any other means that it is used elsewhere or does not work. */
const PROBLEMS: Readonly<Record<string, MicrophoneProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
}

export class Microphone {
  /** Samples per second. */
  readonly sampleRate: number
  readonly #stream: MediaStream
  readonly #context: AudioContext
  readonly #port: MessagePort

  private constructor(stream: MediaStream, context: AudioContext, port: MessagePort) {
    this.sampleRate = context.sampleRate
    this.#stream = stream
    this.#context = context
    this.#port = port
  }

  /**
   * Asks the user for the microphone, and begins to record.
   * @throws {MicrophoneError}
   */
  static async open(): Promise<Microphone> {
    // Browsers have it on HTTPS and on localhost only.
    if (!window.isSecureContext) throw new MicrophoneError('insecure')
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true }).catch((error: Error) => {
      throw new MicrophoneError(PROBLEMS[error.name] ?? 'busy')
    })
    const { context, source } = sourceOf(stream)
    await context.audioWorklet.addModule(workletUrl())
    const node = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
    // What is not connected to the speakers is not run by every browser. It outputs silence.
    source.connect(node).connect(context.destination)
    return new Microphone(stream, context, node.port)
  }

  /**
   * Passes on all audio since the microphone was opened. Called once.
   * @param onEnd called when the device is removed, or its permission withdrawn
   */
  listen(onChunk: (samples: Int16Array<ArrayBuffer>) => void, onEnd: () => void): void {
    this.#port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) =>
      onChunk(new Int16Array(data)),
    )
    this.#port.start()
    this.#stream.getAudioTracks()[0]?.addEventListener('ended', onEnd)
  }

  async pause(): Promise<void> {
    await this.#context.suspend()
  }

  async resume(): Promise<void> {
    await this.#context.resume()
  }

  /** May be called again. */
  close(): void {
    for (const track of this.#stream.getTracks()) track.stop()
    this.#port.close()
    if (this.#context.state !== 'closed') void this.#context.close()
  }
}

/** The browser resamples, except Firefox, which refuses to: there the rate is that of the device. */
function sourceOf(stream: MediaStream): { context: AudioContext; source: MediaStreamAudioSourceNode } {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE })
  try {
    return { context, source: context.createMediaStreamSource(stream) }
  } catch {
    void context.close()
    const ofDevice = new AudioContext()
    return { context: ofDevice, source: ofDevice.createMediaStreamSource(stream) }
  }
}

/** Beside the script of the pages. */
function workletUrl(): URL {
  const name = document.getElementById('app')?.dataset['captureWorklet'] ?? ''
  return new URL(name, import.meta.url)
}
