/**
 * A client of live sessions that loses no audio: it keeps what is not acknowledged and, after a cut, reconnects to the
 * same URL and resumes. It checks everything: shapes, order, acknowledgements, repetitions, and the finished job.
 */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesPerSecond } from '../../src/audio/live-format.ts'
import type { LiveJob } from '../../src/contract/job.ts'
import { type ServerFrame, serverFrame } from '../../src/contract/live-messages.ts'
import { type CreatedLiveSession, messagesConfig } from '../../src/contract/live-request.ts'
import type { Utterance } from '../../src/contract/transcript.ts'
import type { Client } from './client.ts'
import { type AudioFields, formatOf, DEFAULT_AUDIO, wavData } from './live-audio.ts'
import { isWanted, type MessagesConfig } from './live-flags.ts'
import { MessageOrder } from './live-order.ts'
import { type Frame, LiveSocket } from './live-socket.ts'
import { until } from './until.ts'

/** The body of a request; absent fields have the defaults of the contract. */
export interface SessionRequest extends Partial<AudioFields> {
  readonly messages_config?: Partial<MessagesConfig>
  readonly [more: string]: unknown
}

/** How audio is sent. */
interface PlayOptions {
  /** Bytes of a chunk; 50 ms unless given. */
  readonly chunk?: number
  /** Bytes that may be unacknowledged; one second unless given. */
  readonly window?: number
  /** At the pace of speech; otherwise as fast as acknowledgements arrive. */
  readonly atRealTime?: boolean
  /** Bytes of the session after which the connection is cut. */
  readonly cuts?: readonly number[]
  /** Whether a chunk is sent as base64, given the byte of the session at which it begins. */
  readonly base64?: (byte: number) => boolean
}

export class SessionClient {
  readonly id: string
  #url: string
  /** Every message received, without repetitions. */
  readonly received: Frame[] = []
  /** Number of repeated messages. */
  repeated = 0
  /** Bytes acknowledged since the start of the session. */
  acknowledged = 0
  #client: Client
  readonly #audioFields: AudioFields
  readonly #config: MessagesConfig
  readonly #order: MessageOrder
  /** The connection on which each message was received: it may be repeated on another. */
  readonly #receivedOn = new Map<string, number>()
  #connections = 0
  #audio = Buffer.alloc(0)
  /** Buffer for the audio, with room for more. */
  #space = Buffer.alloc(0)
  #sent = 0
  /** When the speaker began, if audio is sent at the pace of speech. */
  #startedAt: number | null = null
  /** The most bytes of the session that were sent by the end of any connection. */
  #maxSent = 0
  #socket: LiveSocket | null = null

  private constructor(client: Client, { id, url }: CreatedLiveSession, request: SessionRequest) {
    this.#client = client
    this.id = id
    this.#url = url
    this.#audioFields = { ...DEFAULT_AUDIO, ...request }
    this.#config = messagesConfig.parse(request.messages_config ?? {})
    this.#order = new MessageOrder(id, this.#config.receive_final_transcripts)
  }

  static async create(client: Client, request: SessionRequest = {}): Promise<SessionClient> {
    const answer = await client.send<CreatedLiveSession>('POST', '/v2/live', { body: request })
    assert.equal(answer.status, 201, String(answer.bytes))
    return new SessionClient(client, answer.body, request)
  }

  /** Creates a session and connects to it. */
  static async start(client: Client, request: SessionRequest = {}): Promise<SessionClient> {
    const session = await SessionClient.create(client, request)
    await session.connect()
    return session
  }

  get url(): string {
    return this.#url
  }

  /** Follows the service to another port. */
  moveTo(client: Client, to: string): void {
    this.#client = client
    this.goTo(to)
  }

  /** Uses this host for the next connection. */
  goTo(to: string): void {
    const url = new URL(this.#url)
    url.host = new URL(to).host
    this.#url = url.href
  }

  get socket(): LiveSocket {
    return this.#socket ?? assert.fail('never connected')
  }

  /** Connects or reconnects; audio resumes after the last acknowledged byte. */
  async connect(): Promise<void> {
    this.#sent = this.acknowledged
    const connection = ++this.#connections
    this.#socket = await LiveSocket.open(this.#url, (frame) => this.#receive(frame, connection))
    assert.ok(this.#socket.isOpen, `rejected: ${JSON.stringify(this.#socket.closedWith)}`)
  }

  async reconnect(): Promise<void> {
    this.socket.cut()
    await this.socket.closed()
    await this.connect()
  }

  /** Sends more audio. Resolves when all of it is acknowledged, if acknowledgements are requested. */
  async play(audio: Uint8Array, options: PlayOptions = {}): Promise<void> {
    const second = bytesPerSecond(formatOf(this.#audioFields))
    const { chunk = second / 20, atRealTime = false, base64 = () => false } = options
    const isAcknowledged = this.#config.receive_acknowledgments
    const window = isAcknowledged ? (options.window ?? second) : Number.POSITIVE_INFINITY
    const cuts = (options.cuts ?? []).toSorted((a, b) => a - b)
    this.#startedAt ??= performance.now() - (this.#audio.length / second) * 1000
    this.#keep(audio)
    while (this.acknowledged < this.#audio.length) {
      assert.ok(this.socket.isOpen, `closed while sending: ${JSON.stringify(this.socket.closedWith)}`)
      if (this.#sent === this.#audio.length || this.#sent - this.acknowledged >= window) {
        if (!isAcknowledged) return
        await this.#acknowledgement()
      } else {
        const bytes = this.#audio.subarray(this.#sent, this.#sent + chunk)
        // A chunk can be sent once its last sample is spoken.
        const spoken = this.spokenAt((this.#sent + bytes.length) / second)
        if (atRealTime) await delay(Math.max(0, spoken - performance.now()))
        this.#send(bytes, base64(this.#sent))
        // The client does not learn whether the last chunk arrived.
        if (this.#sent >= (cuts[0] ?? Number.POSITIVE_INFINITY)) {
          while (this.#sent >= (cuts[0] ?? Number.POSITIVE_INFINITY)) cuts.shift()
          await this.reconnect()
        }
      }
    }
  }

  /** When the audio at this time of the session, in seconds, was spoken, as of `performance.now()`. */
  spokenAt(seconds: number): number {
    return (this.#startedAt ?? Number.NaN) + seconds * 1000
  }

  /** Sends audio, and loses its acknowledgements together with the connection. */
  async playToLoss(audio: Uint8Array): Promise<void> {
    this.socket.isLossy = true
    this.#keep(audio)
    this.#send(this.#audio.subarray(this.#sent), false)
    await this.socket.until(() => this.socket.lost.some(({ message }) => ackedTo(message) >= this.#sent))
    await this.reconnect()
  }

  stop(): void {
    this.socket.send({ type: 'stop_recording' })
  }

  /** Stops the recording, and waits for the end of the session. */
  async end(): Promise<LiveJob> {
    this.stop()
    assert.equal(await this.socket.closed(), 1000, this.socket.closedWith?.reason)
    return this.finished()
  }

  /** The messages of a type. */
  messages<Type extends ServerFrame['type']>(type: Type): Extract<ServerFrame, { type: Type }>[] {
    return this.received.flatMap(({ message }) =>
      message.type === type ? [message as Extract<ServerFrame, { type: Type }>] : [],
    )
  }

  /** The final utterances of one channel, or of all. */
  finals(channel: number | null = null): Utterance[] {
    const finals = this.messages('transcript').filter(({ data }) => data.is_final)
    const utterances = finals.map(({ data }) => data.utterance)
    return utterances.filter((utterance) => channel === null || utterance.channel === channel)
  }

  async job(): Promise<LiveJob> {
    const answer = await this.#client.get<LiveJob>(`/v2/live/${this.id}`)
    assert.equal(answer.status, 200, String(answer.bytes))
    return answer.body
  }

  /** The job once it has ended, as done or error. */
  async ended(): Promise<LiveJob> {
    return until(
      async () => this.job(),
      (job) => job.completed_at !== null,
    )
  }

  /**
   * The job once it is done. Fails unless its result agrees with the messages, and its file has all acknowledged audio
   * and nothing that was not sent.
   * @param header length of the header at the beginning of the audio
   */
  async finished(header = 0): Promise<LiveJob> {
    const job = await this.ended()
    assert.equal(job.status, 'done', `${job.id} ended in ${job.error_code}`)
    this.#checkMessages(job)
    const data = await this.fileData()
    const sent = this.#audio.subarray(header)
    assert.ok(data.length >= this.acknowledged - header, `${data.length} of ${this.acknowledged} bytes`)
    assert.ok(data.equals(sent.subarray(0, data.length)), 'the file is not what was sent')
    assert.equal(job.file?.filename, `${this.id}.wav`)
    return job
  }

  /** The samples in the file of the job. */
  async fileData(): Promise<Buffer> {
    const { status, bytes } = await this.#client.get(`/v2/live/${this.id}/file`)
    assert.equal(status, 200, String(bytes))
    return wavData(bytes, this.#audioFields)
  }

  #checkMessages({ result }: LiveJob): void {
    const { messages, transcription } = result ?? assert.fail('no result')
    const order = new MessageOrder(this.id)
    const all = messages.map((text) => ({ text, message: serverFrame.parse(JSON.parse(text)) }))
    for (const { message } of all) {
      assert.notEqual(message.type, 'audio_chunk')
      order.next(message)
    }
    const wanted = all.filter(({ message }) => isWanted(message, this.#config)).map(({ text }) => text)
    const received = this.received
      .filter(({ message }) => message.type !== 'audio_chunk')
      .map(({ text }) => text)
    // A client that left before the end did not receive the rest.
    const isComplete = this.socket.closedWith?.code === 1000 && !this.socket.isClosedByClient
    assert.deepEqual(received, isComplete ? wanted : wanted.slice(0, received.length))

    const finals = all.flatMap(({ message }) =>
      message.type === 'transcript' && message.data.is_final ? [message.data.utterance] : [],
    )
    const byStart = finals.toSorted((a, b) => a.start - b.start)
    const texts = (utterances: readonly Utterance[]) => utterances.map(({ text }) => text.trim())
    assert.deepEqual(texts(transcription?.utterances ?? []), texts(byStart))
  }

  #keep(audio: Uint8Array): void {
    const { length } = this.#audio
    const size = length + audio.length
    if (size > this.#space.length) {
      this.#space = Buffer.alloc(2 * size)
      this.#audio.copy(this.#space)
    }
    this.#space.set(audio, length)
    this.#audio = this.#space.subarray(0, size)
  }

  async #acknowledgement(): Promise<void> {
    const { acknowledged, socket } = this
    await socket.until(() => this.acknowledged > acknowledged || socket.closedWith !== null)
  }

  #send(bytes: Buffer, asBase64: boolean): void {
    const frame = { type: 'audio_chunk', data: { chunk: bytes.toString('base64') } }
    this.socket.send(asBase64 ? frame : bytes)
    this.#sent += bytes.length
    this.#maxSent = Math.max(this.#maxSent, this.#sent)
  }

  #receive(frame: Frame, connection: number): void {
    const { text, message } = frame
    if (message.type === 'audio_chunk' && ackedTo(message) <= this.acknowledged && ackedTo(message) > 0) {
      this.repeated++
      return
    }
    const earlier = this.#receivedOn.get(text) ?? connection
    this.#receivedOn.set(text, connection)
    if (earlier !== connection) {
      this.repeated++
      return
    }
    this.#order.next(message)
    this.received.push(frame)
    assert.ok(isWanted(message, this.#config), `not requested: ${text}`)
    if (message.type === 'audio_chunk' && message.data !== null) this.#acknowledge(message.data)
  }

  #acknowledge({ byte_range, time_range }: { byte_range: [number, number]; time_range: [number, number] }) {
    const [from, to] = byte_range
    // A repeated chunk may extend beyond one whose acknowledgement arrived late.
    assert.ok(from <= this.acknowledged, `byte ${from} follows ${this.acknowledged}`)
    assert.ok(to <= this.#maxSent, `${to} bytes are acknowledged, of ${this.#maxSent}`)
    const second = bytesPerSecond(formatOf(this.#audioFields))
    for (const [i, byte] of byte_range.entries()) {
      // A header has no duration, and a sample may be cut.
      const ahead = byte - (time_range[i] ?? 0) * second
      assert.ok(Math.abs(ahead) <= 100, `byte ${byte} is at ${time_range[i]} s`)
    }
    this.acknowledged = to
  }
}

/** The byte up to which a message acknowledges; 0 for other messages. */
function ackedTo(message: ServerFrame): number {
  return message.type === 'audio_chunk' && message.data !== null ? message.data.byte_range[1] : 0
}
