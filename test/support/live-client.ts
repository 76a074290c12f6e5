/**
 * A client of live sessions that loses no audio: it keeps what was not acknowledged, and after a cut connects to the same
 * URL again and goes on there. It believes nothing: shapes, order, acknowledgements, repetitions and what the job says of
 * it all in the end are checked.
 */
import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesPerSecond } from '../../src/audio/live-format.ts'
import type { LiveJob } from '../../src/contract/job.ts'
import { type ServerFrame, serverFrame } from '../../src/contract/live-messages.ts'
import { type CreatedLiveSession, messagesConfig } from '../../src/contract/live-request.ts'
import type { Utterance } from '../../src/contract/transcript.ts'
import type { Client } from './client.ts'
import { type AudioFields, formatOf, USUAL, wavData } from './live-audio.ts'
import { isWanted, type MessagesConfig } from './live-flags.ts'
import { MessageOrder } from './live-order.ts'
import { type Frame, LiveSocket } from './live-socket.ts'

/** What is asked for; what is not given is as the contract says. */
export interface Asked extends Partial<AudioFields> {
  readonly messages_config?: Partial<MessagesConfig>
  readonly [more: string]: unknown
}

/** How audio is sent. */
interface Playing {
  /** Bytes of a chunk; 50 ms unless given. */
  readonly chunk?: number
  /** Bytes that may be on their way without an acknowledgement; a second's unless given. */
  readonly window?: number
  /** As long as it takes to speak; else as fast as acknowledgements come. */
  readonly atRealTime?: boolean
  /** After how many bytes of the session the connection is cut, each time. */
  readonly cuts?: readonly number[]
  /** Tells which chunks go as base64, by the byte of the session they begin at. */
  readonly base64?: (byte: number) => boolean
}

export class SessionClient {
  readonly id: string
  #url: string
  /** Every message that came, but repetitions. */
  readonly received: Frame[] = []
  /** How many came again. */
  repeated = 0
  /** How many bytes were acknowledged, from the first of the session. */
  acknowledged = 0
  #client: Client
  readonly #audioFields: AudioFields
  readonly #config: MessagesConfig
  readonly #order: MessageOrder
  /** Over which connection a message came: over another one it may come again. */
  readonly #cameOver = new Map<string, number>()
  #connections = 0
  #audio = Buffer.alloc(0)
  #sent = 0
  /** When the speaker began, where that is at real time. */
  #began: number | null = null
  /** How many bytes were sent over any of the connections. */
  #mostSent = 0
  #socket: LiveSocket | null = null

  private constructor(client: Client, { id, url }: CreatedLiveSession, asked: Asked) {
    this.#client = client
    this.id = id
    this.#url = url
    this.#audioFields = { ...USUAL, ...asked }
    this.#config = messagesConfig.parse(asked.messages_config ?? {})
    this.#order = new MessageOrder(id, this.#config.receive_final_transcripts)
  }

  static async create(client: Client, asked: Asked = {}): Promise<SessionClient> {
    const answer = await client.send<CreatedLiveSession>('POST', '/v2/live', { body: asked })
    assert.equal(answer.status, 201, String(answer.bytes))
    return new SessionClient(client, answer.body, asked)
  }

  /** Creates a session and connects to it. */
  static async start(client: Client, asked: Asked = {}): Promise<SessionClient> {
    const session = await SessionClient.create(client, asked)
    await session.connect()
    return session
  }

  get url(): string {
    return this.#url
  }

  /** The service is at another port now. */
  moved(client: Client, to: string): void {
    this.#client = client
    const url = new URL(this.#url)
    url.host = new URL(to).host
    this.#url = url.href
  }

  get socket(): LiveSocket {
    return this.#socket ?? assert.fail('it was never connected')
  }

  /** Connects, or connects again: audio goes on behind what was acknowledged. */
  async connect(): Promise<void> {
    this.#sent = this.acknowledged
    const connection = ++this.#connections
    this.#socket = await LiveSocket.open(this.#url, (frame) => this.#receive(frame, connection))
    assert.ok(this.#socket.isOpen, `not let in: ${JSON.stringify(this.#socket.closedWith)}`)
  }

  async reconnect(): Promise<void> {
    this.socket.cut()
    await this.socket.closed()
    await this.connect()
  }

  /** Sends audio behind what was sent before. Settles when all of it is acknowledged, if acknowledgements come. */
  async play(audio: Uint8Array, playing: Playing = {}): Promise<void> {
    const second = bytesPerSecond(formatOf(this.#audioFields))
    const { chunk = second / 20, atRealTime = false, base64 = () => false } = playing
    const isAcknowledged = this.#config.receive_acknowledgments
    const window = isAcknowledged ? (playing.window ?? second) : Number.POSITIVE_INFINITY
    const cuts = (playing.cuts ?? []).toSorted((a, b) => a - b)
    this.#began ??= performance.now() - (this.#audio.length / second) * 1000
    this.#audio = Buffer.concat([this.#audio, audio])
    while (this.acknowledged < this.#audio.length) {
      assert.ok(this.socket.isOpen, `closed in the middle: ${JSON.stringify(this.socket.closedWith)}`)
      if (this.#sent === this.#audio.length || this.#sent - this.acknowledged >= window) {
        if (!isAcknowledged) return
        await this.#acknowledgement()
      } else {
        const bytes = this.#audio.subarray(this.#sent, this.#sent + chunk)
        // A chunk is there when its last sample was spoken.
        const spoken = this.spokenAt((this.#sent + bytes.length) / second)
        if (atRealTime) await delay(Math.max(0, spoken - performance.now()))
        this.#send(bytes, base64(this.#sent))
        // What was sent just now may arrive or not, and nobody learns of it.
        if (this.#sent >= (cuts[0] ?? Number.POSITIVE_INFINITY)) {
          while (this.#sent >= (cuts[0] ?? Number.POSITIVE_INFINITY)) cuts.shift()
          await this.reconnect()
        }
      }
    }
  }

  /** When the sound at so many seconds of the session was spoken, on the clock of `performance.now()`. */
  spokenAt(seconds: number): number {
    return (this.#began ?? Number.NaN) + seconds * 1000
  }

  /** Sends audio whose acknowledgements the server is told nothing of: they get lost, and the connection with them. */
  async playToLoss(audio: Uint8Array): Promise<void> {
    this.socket.isDeaf = true
    this.#audio = Buffer.concat([this.#audio, audio])
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

  /** What became final, on one channel or on all. */
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

  /** The job when it has ended, done or error. */
  async ended(): Promise<LiveJob> {
    for (;;) {
      const job = await this.job()
      if (job.completed_at !== null) return job
      await delay(100)
    }
  }

  /**
   * The job when it is done. Fails unless it tells what the messages told, and its file has the audio that was
   * acknowledged, and nothing that was not sent.
   * @param header bytes of a header that the audio began with
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
    const came = this.received.filter(({ message }) => message.type !== 'audio_chunk').map(({ text }) => text)
    // Whoever went away before the end did not get the rest.
    const wasThere = this.socket.closedWith?.code === 1000 && !this.socket.isLeft
    assert.deepEqual(came, wasThere ? wanted : wanted.slice(0, came.length))

    const finals = all.flatMap(({ message }) =>
      message.type === 'transcript' && message.data.is_final ? [message.data.utterance] : [],
    )
    const byStart = finals.toSorted((a, b) => a.start - b.start)
    const texts = (utterances: readonly Utterance[]) => utterances.map(({ text }) => text.trim())
    assert.deepEqual(texts(transcription?.utterances ?? []), texts(byStart))
  }

  async #acknowledgement(): Promise<void> {
    const { acknowledged, socket } = this
    await socket.until(() => this.acknowledged > acknowledged || socket.closedWith !== null)
  }

  #send(bytes: Buffer, asBase64: boolean): void {
    const frame = { type: 'audio_chunk', data: { chunk: bytes.toString('base64') } }
    this.socket.send(asBase64 ? frame : bytes)
    this.#sent += bytes.length
    this.#mostSent = Math.max(this.#mostSent, this.#sent)
  }

  #receive(frame: Frame, connection: number): void {
    const { text, message } = frame
    if (message.type === 'audio_chunk' && ackedTo(message) <= this.acknowledged && ackedTo(message) > 0) {
      this.repeated++
      return
    }
    const earlier = this.#cameOver.get(text) ?? connection
    this.#cameOver.set(text, connection)
    if (earlier !== connection) {
      this.repeated++
      return
    }
    this.#order.next(message)
    this.received.push(frame)
    assert.ok(isWanted(message, this.#config), `not asked for: ${text}`)
    if (message.type === 'audio_chunk' && message.data !== null) this.#acknowledge(message.data)
  }

  #acknowledge({ byte_range, time_range }: { byte_range: [number, number]; time_range: [number, number] }) {
    const [from, to] = byte_range
    // A chunk that was sent again may reach over the end of one whose acknowledgement came late.
    assert.ok(from <= this.acknowledged, `byte ${from} follows ${this.acknowledged}`)
    assert.ok(to <= this.#mostSent, `${to} bytes are acknowledged, of ${this.#mostSent}`)
    const second = bytesPerSecond(formatOf(this.#audioFields))
    for (const [i, byte] of byte_range.entries()) {
      // A header is no sound, and a sample may be cut.
      const ahead = byte - (time_range[i] ?? 0) * second
      assert.ok(Math.abs(ahead) <= 100, `byte ${byte} is at ${time_range[i]} s`)
    }
    this.acknowledged = to
  }
}

/** The byte up to which a message acknowledges; 0 when it does not. */
function ackedTo(message: ServerFrame): number {
  return message.type === 'audio_chunk' && message.data !== null ? message.data.byte_range[1] : 0
}
