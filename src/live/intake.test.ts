/** No byte is lost or stored twice, whatever happens to the connections and the service. */
import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { wavHeader } from '../audio/wav-header.ts'
import { ClientStream } from './client-stream.ts'
import { readHistory } from './history.ts'
import { type ByteRange, Intake } from './intake.ts'
import { Journal } from './journal.ts'
import { SessionAudio } from './session-audio.ts'

const FORMAT = { encoding: 'wav/pcm', bitDepth: 16, sampleRate: 16_000, channels: 1 } as const
const HEADER_BYTES = wavHeader(FORMAT, null).length

/** A service that can be restarted; its files are in one folder. */
class Service {
  readonly #folder: string
  #audio!: SessionAudio
  #journal!: Journal
  #stream!: ClientStream
  intake!: Intake
  /** Every acknowledgement of this run and the runs before it. */
  acknowledgements: { range: ByteRange; position: number }[] = []
  /** Position in the journal up to which the client is known to have received everything. */
  confirmed = 0
  isFull = false

  constructor(folder: string) {
    this.#folder = folder
  }

  async start(maxBytes = Number.MAX_SAFE_INTEGER): Promise<void> {
    const onError = (error: unknown) => assert.fail(String(error))
    this.#journal = await Journal.open(join(this.#folder, 'journal'))
    const history = await readHistory(this.#journal, 1)
    this.#audio = await SessionAudio.open(this.#audioPath, FORMAT)
    this.#stream = new ClientStream(this.#audio, this.#journal, history, maxBytes)
    const hooks = {
      acknowledge: (range: ByteRange) => {
        this.#journal.append({ mark: 'acknowledged', at: 0, range, confirmed: this.confirmed })
        this.acknowledgements.push({ range, position: this.#journal.end })
        return this.#journal.end
      },
      onFull: () => (this.isFull = true),
      onError,
    }
    this.intake = new Intake(this.#stream, history, hooks)
    this.confirmed = history.confirmed
  }

  /** Restarts the service. A kill may leave audio on disk that was never acknowledged. */
  async restart(unacknowledged: (from: number) => Uint8Array): Promise<void> {
    await this.intake.settled()
    await this.stop()
    // Without audio so far, the bytes may be part of a header, which would be in the journal.
    if (this.#audio.size > 0) await appendFile(this.#audioPath, unacknowledged(this.#stream.size))
    await this.start()
  }

  async stop(): Promise<void> {
    await this.#audio.close()
    await this.#journal.close()
  }

  async audio(): Promise<Buffer> {
    return (await readFile(this.#audioPath)).subarray(HEADER_BYTES)
  }

  get #audioPath(): string {
    return join(this.#folder, 'audio.wav')
  }
}

/** A client that sends a stream, and resumes after the last acknowledgement that it received. */
class Sender {
  readonly #service: Service
  readonly #stream: Buffer
  #position = 0
  /** How many acknowledgements it has received. */
  #received = 0
  #acknowledged = 0

  constructor(service: Service, stream: Buffer) {
    this.#service = service
    this.#stream = stream
  }

  get isDone(): boolean {
    return this.#acknowledged === this.#stream.length
  }

  send(length: number): void {
    const frame = this.#stream.subarray(this.#position, this.#position + length)
    this.#position += frame.length
    this.#service.intake.take(Buffer.from(frame))
  }

  /** Some acknowledgements arrive, and some of these are confirmed to the server. */
  async receive(share: number, confirmedShare: number): Promise<void> {
    const { acknowledgements } = this.#service
    await this.#service.intake.settled()
    const news = acknowledgements.slice(this.#received)
    const arrived = news.slice(0, Math.ceil(news.length * share))
    for (const { range } of arrived) {
      assert.ok(
        range[0] <= this.#acknowledged && range[0] <= range[1],
        `${range.join()} after ${this.#acknowledged}`,
      )
      this.#acknowledged = Math.max(this.#acknowledged, range[1])
    }
    this.#received += arrived.length
    const last = arrived.slice(0, Math.floor(arrived.length * confirmedShare)).at(-1)
    if (last === undefined) return
    this.#service.confirmed = last.position
    this.#service.intake.confirm(last.position)
  }

  /** The connection breaks while `lost` acknowledgements are in flight, and is replaced. */
  reconnect(lost: number): void {
    const { acknowledgements, confirmed, intake } = this.#service
    const sent = acknowledgements[Math.min(this.#received + lost, acknowledgements.length) - 1]?.position ?? 0
    intake.resume(confirmed, sent)
    this.#position = this.#acknowledged
  }
}

type Step =
  | { type: 'send'; length: number }
  | { type: 'receive'; share: number; confirmedShare: number }
  | { type: 'cut'; lost: number }
  | { type: 'restart'; unacknowledged: number }

const share = fc.double({ min: 0, max: 1, noNaN: true })
// Long enough that no two frames of noise are the same by chance.
const frameBytes = fc.integer({ min: 12, max: 3_000 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ type: fc.constant('send' as const), length: frameBytes }) },
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('receive' as const), share, confirmedShare: share }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('cut' as const), lost: fc.nat(5) }) },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('restart' as const), unacknowledged: fc.nat(2_000) }),
    },
  ),
  { maxLength: 40 },
)

async function inFolder(use: (service: Service) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scriptorium-intake-'))
  const service = new Service(folder)
  try {
    await service.start()
    await use(service)
  } finally {
    await service.stop()
    await rm(folder, { recursive: true })
  }
}

/** Pseudo-random bytes. */
function noise(length: number, seed: number): Buffer {
  let state = seed + 1
  return Buffer.from(Uint8Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) >> 8))
}

suite('the audio', () => {
  test('is what the client sent, through cuts, lost acknowledgements and restarts', async () => {
    const stream = fc.record({
      seed: fc.nat(1_000_000),
      length: fc.integer({ min: 0, max: 40_000 }),
      hasHeader: fc.boolean(),
      tailBytes: fc.nat(5_000),
    })
    await fc.assert(
      fc.asyncProperty(stream, steps, async ({ seed, length: audioBytes, hasHeader, tailBytes }, list) =>
        inFolder(async (service) => {
          const audio = noise(audioBytes, seed)
          const header = hasHeader ? wavHeader(FORMAT, audioBytes) : Buffer.alloc(0)
          const tail = noise(hasHeader && audioBytes > 0 && tailBytes > 8 ? tailBytes : 0, seed + 1)
          if (hasHeader) header.writeUInt32LE(header.readUInt32LE(4) + tail.length, 4)
          const whole = Buffer.concat([header, audio, tail])
          const audioEnd = whole.length - tail.length
          const sender = new Sender(service, whole)
          for (const one of list) {
            if (one.type === 'send') sender.send(one.length)
            if (one.type === 'receive') await sender.receive(one.share, one.confirmedShare)
            if (one.type === 'cut') sender.reconnect(one.lost)
            if (one.type === 'restart') {
              await service.restart((from) =>
                whole.subarray(from, Math.min(from + one.unacknowledged, audioEnd)),
              )
              sender.reconnect(Number.MAX_SAFE_INTEGER)
            }
          }
          while (!sender.isDone) {
            sender.send(1_000)
            await sender.receive(1, 1)
          }
          await service.intake.end()
          assert.ok((await service.audio()).equals(audio))
        }),
      ),
      { seed: 4, numRuns: 150 },
    )
  })

  test('includes bytes that looked like the start of a header, but never became one', async () => {
    await inFolder(async (service) => {
      service.intake.take(Buffer.from('RIFF....WAVE'))
      await service.intake.end()
      assert.equal(String(await service.audio()), 'RIFF....WAVE')
    })
  })

  test('includes, after a kill, what was acknowledged before it was known to be audio', async () => {
    await inFolder(async (service) => {
      service.intake.take(Buffer.from('RIFF'))
      await service.restart(() => Buffer.alloc(0))
      service.intake.resume(0, Number.MAX_SAFE_INTEGER)
      service.intake.take(Buffer.from(', no header'))
      await service.intake.settled()
      assert.equal(String(await service.audio()), 'RIFF, no header')
      const [first, second] = service.acknowledgements
      assert.deepEqual(
        [first?.range, second?.range],
        [
          [0, 4],
          [4, 15],
        ],
      )
    })
  })

  test('excludes the chunks after it in a WAV file, and includes what follows them', async () => {
    await inFolder(async (service) => {
      const header = wavHeader(FORMAT, 100)
      header.writeUInt32LE(header.readUInt32LE(4) + 26, 4)
      const [audio, more] = [noise(100, 1), noise(50, 2)]
      service.intake.take(Buffer.concat([header, audio.subarray(0, 90)]))
      service.intake.take(
        Buffer.concat([audio.subarray(90), Buffer.from('LIST\x12\0\0\0INFO'), Buffer.alloc(14)]),
      )
      await service.restart(() => Buffer.alloc(0))
      service.intake.take(more)
      await service.intake.settled()
      assert.ok((await service.audio()).equals(Buffer.concat([audio, more])))
      assert.deepEqual(service.acknowledgements.at(-1)?.range, [header.length + 126, header.length + 176])
    })
  })

  test('acknowledges empty chunks at the current position', async () => {
    await inFolder(async (service) => {
      service.intake.take(Buffer.alloc(0))
      service.intake.take(noise(100, 1))
      service.intake.take(Buffer.alloc(0))
      await service.intake.settled()
      const ranges = service.acknowledgements.map(({ range }) => range)
      assert.deepEqual(ranges, [
        [0, 0],
        [0, 100],
        [100, 100],
      ])
    })
  })

  test('does not exceed its maximum length', async () => {
    await inFolder(async (service) => {
      await service.stop()
      await service.start(150)
      service.intake.take(noise(100, 1))
      service.intake.take(noise(51, 2))
      await service.intake.settled()
      assert.ok(service.isFull)
      assert.equal((await service.audio()).length, 100)
    })
  })
})
