/** What is recorded: the microphone, the sound of a tab or of the computer, or both mixed; as chunks of 16-bit PCM. */
import type { CaptureMessage } from './capture-worklet.ts'

/** What live sessions recognise at. */
const SAMPLE_RATE = 16_000

export const SOURCES = ['microphone', 'display', 'both'] as const
/** `display`: the sound of a tab, or of the computer. */
export type CaptureSource = (typeof SOURCES)[number]

export interface CaptureChoice {
  readonly source: CaptureSource
  /** Of the microphone; empty for the one that the browser chooses. */
  readonly deviceId: string
}

/** Why there is no sound. */
export type CaptureProblem =
  | 'insecure'
  | 'refused'
  | 'missing'
  | 'busy'
  | 'displayUnsupported'
  | 'displayRefused'
  | 'displaySilent'

export class CaptureError extends Error {
  override readonly name = 'CaptureError'
  readonly problem: CaptureProblem

  constructor(problem: CaptureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** By the names of the browser's errors; any other means that it is used elsewhere or does not work. */
const PROBLEMS: Readonly<Record<string, CaptureProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Whether the browser can give the sound of a tab: some can, and then ask which. */
export const hasDisplay = (): boolean => window.isSecureContext && 'getDisplayMedia' in navigator.mediaDevices

/** What can be said before anybody is asked; null where nothing is known to be missing. */
export async function knownProblem(): Promise<CaptureProblem | null> {
  // Browsers have it on HTTPS and on localhost only.
  if (!window.isSecureContext) return 'insecure'
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' })
    return state === 'denied' ? 'refused' : null
  } catch {
    // Not every browser tells.
    return null
  }
}

/** The microphones, once their names may be known: none before. */
export async function microphones(): Promise<readonly MediaDeviceInfo[]> {
  if (!window.isSecureContext) return []
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind, label }) => kind === 'audioinput' && label !== '')
}

export class Capture {
  /** Samples per second. */
  readonly sampleRate: number
  /** What is recorded, as the browser calls it. */
  readonly labels: readonly string[]
  readonly #streams: readonly MediaStream[]
  readonly #context: AudioContext
  readonly #port: MessagePort

  private constructor(streams: readonly MediaStream[], context: AudioContext, port: MessagePort) {
    this.sampleRate = context.sampleRate
    this.labels = tracksOf(streams).map(({ label }) => label)
    this.#streams = streams
    this.#context = context
    this.#port = port
  }

  /**
   * Asks the user for what was chosen, and begins to record.
   * @throws {CaptureError}
   */
  static async open({ source, deviceId }: CaptureChoice): Promise<Capture> {
    if (!window.isSecureContext) throw new CaptureError('insecure')
    const streams: MediaStream[] = []
    try {
      // First: a browser shows what can be shared only just after a click.
      if (source !== 'microphone') streams.push(await displayStream())
      if (source !== 'display') streams.push(await microphoneStream(deviceId))
      const { context, nodes } = sourcesOf(streams)
      await context.audioWorklet.addModule(workletUrl())
      const node = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
      for (const one of nodes) one.connect(node)
      // What is not connected to the speakers is not run by every browser. It outputs silence.
      node.connect(context.destination)
      return new Capture(streams, context, node.port)
    } catch (error) {
      for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop()
      throw error
    }
  }

  /**
   * Passes on all audio since it was opened. Called once.
   * @param onEnd called when a device is removed, its permission withdrawn, or sharing was ended
   */
  listen(onChunk: (samples: Int16Array<ArrayBuffer>) => void, onEnd: () => void): void {
    this.#port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) =>
      onChunk(new Int16Array(data)),
    )
    this.#port.start()
    for (const track of tracksOf(this.#streams)) track.addEventListener('ended', onEnd)
  }

  async pause(): Promise<void> {
    await this.#context.suspend()
  }

  async resume(): Promise<void> {
    await this.#context.resume()
  }

  /** May be called again. */
  close(): void {
    for (const track of this.#streams.flatMap((stream) => stream.getTracks())) track.stop()
    this.#port.close()
    if (this.#context.state !== 'closed') void this.#context.close()
  }
}

const tracksOf = (streams: readonly MediaStream[]) => streams.flatMap((stream) => stream.getAudioTracks())

async function microphoneStream(deviceId: string): Promise<MediaStream> {
  const audio = deviceId === '' ? true : { deviceId: { exact: deviceId } }
  return navigator.mediaDevices.getUserMedia({ audio }).catch((error: Error) => {
    throw new CaptureError(PROBLEMS[error.name] ?? 'busy')
  })
}

async function displayStream(): Promise<MediaStream> {
  if (!hasDisplay()) throw new CaptureError('displayUnsupported')
  // As it is heard, and browsers share no sound without a picture.
  const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false }
  const stream = await navigator.mediaDevices
    .getDisplayMedia({ audio, video: true })
    .catch((error: Error) => {
      throw new CaptureError(error.name === 'NotAllowedError' ? 'displayRefused' : 'displayUnsupported')
    })
  for (const track of stream.getVideoTracks()) track.stop()
  if (stream.getAudioTracks().length === 0) throw new CaptureError('displaySilent')
  return stream
}

/** The browser resamples, except Firefox, which refuses to: there the rate is that of the device. */
function sourcesOf(streams: readonly MediaStream[]) {
  const nodesIn = (context: AudioContext) => streams.map((stream) => context.createMediaStreamSource(stream))
  const context = new AudioContext({ sampleRate: SAMPLE_RATE })
  try {
    return { context, nodes: nodesIn(context) }
  } catch {
    void context.close()
    const ofDevice = new AudioContext()
    return { context: ofDevice, nodes: nodesIn(ofDevice) }
  }
}

/** Beside the script of the pages. */
function workletUrl(): URL {
  const name = document.getElementById('app')?.dataset['captureWorklet'] ?? ''
  return new URL(name, import.meta.url)
}
