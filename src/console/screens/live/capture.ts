/** Captures the microphone, the audio of a tab or of the computer, or a mix of both, as chunks of 16-bit PCM. */
import type { CaptureMessage } from './capture-worklet.ts'

/** The sample rate of recognition. */
const SAMPLE_RATE = 16_000

export const SOURCES = ['microphone', 'display', 'both'] as const
/** `display` is the audio of a tab or of the computer. */
export type CaptureSource = (typeof SOURCES)[number]

export interface CaptureChoice {
  readonly source: CaptureSource
  /** The microphone; empty for the browser's choice. */
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

/** Problems by the names of the browser's errors. Any other error means that the device is busy or does not work. */
const PROBLEMS: Readonly<Record<string, CaptureProblem>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
}

/** Whether the browser can capture the audio of a tab. */
export const hasDisplay = (): boolean => window.isSecureContext && 'getDisplayMedia' in navigator.mediaDevices

/** A problem that is known before asking for permission, or null. */
export async function knownProblem(): Promise<CaptureProblem | null> {
  // Available only on HTTPS and localhost.
  if (!window.isSecureContext) return 'insecure'
  try {
    const { state } = await navigator.permissions.query({ name: 'microphone' })
    return state === 'denied' ? 'refused' : null
  } catch {
    // Not every browser supports this query.
    return null
  }
}

/** The microphones, once the page may know their names; none before. */
export async function microphones(): Promise<readonly MediaDeviceInfo[]> {
  if (!window.isSecureContext) return []
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind, label }) => kind === 'audioinput' && label !== '')
}

export class Capture {
  /** Samples per second. */
  readonly sampleRate: number
  /** The browser's names of what is recorded. */
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
   * Asks the user for permission, and starts to capture.
   * @throws {CaptureError}
   */
  static async open({ source, deviceId }: CaptureChoice): Promise<Capture> {
    if (!window.isSecureContext) throw new CaptureError('insecure')
    const streams: MediaStream[] = []
    try {
      // First, since browsers let the user share something only right after a click.
      if (source !== 'microphone') streams.push(await displayStream())
      if (source !== 'display') streams.push(await microphoneStream(deviceId))
      const { context, nodes } = sourcesOf(streams)
      await context.audioWorklet.addModule(workletUrl())
      const node = new AudioWorkletNode(context, 'capture', { channelCount: 1, channelCountMode: 'explicit' })
      for (const one of nodes) one.connect(node)
      // Some browsers do not run nodes that are not connected to the output. This one outputs silence.
      node.connect(context.destination)
      return new Capture(streams, context, node.port)
    } catch (error) {
      for (const track of streams.flatMap((stream) => stream.getTracks())) track.stop()
      throw error
    }
  }

  /**
   * Passes on all audio since it was opened. Called once.
   * @param onEnd called when a device is removed, its permission is revoked, or sharing is stopped
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

  /** May be called more than once. */
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
  // The unprocessed audio. Browsers share no audio without video.
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

/** Browsers resample, except Firefox, which refuses to: there, the sample rate is that of the device. */
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

/** The URL of the worklet, next to the script of the page. */
function workletUrl(): URL {
  const name = document.getElementById('app')?.dataset['captureWorklet'] ?? ''
  return new URL(name, import.meta.url)
}
