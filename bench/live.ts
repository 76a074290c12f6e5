/**
 * Benchmark of the latency of live sessions: `npm run bench:live -- --sessions 1,4,16`.
 *
 * Runs the service in a separate process, streams real speech into several sessions in real time, and compares the
 * transcripts with that of the same audio as a file. Then it measures silent sessions.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type LanguageCode, languageCode } from '../src/contract/languages.ts'
import { liveRequest } from '../src/contract/live-request.ts'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { heard } from '../src/speech/testing/heard-speech.ts'
import { zipformerTransducer } from '../src/speech/testing/made-models/streaming-models.ts'
import { placeStreamingModel } from '../src/speech/testing/pulled-streaming.ts'
import { alice, clipIn, kennedy } from '../src/speech/testing/speech.ts'
import { joined, silence } from '../src/speech/testing/signals.ts'
import { Client } from '../test/support/client.ts'
import { encoded, DEFAULT_AUDIO, wavHeader } from '../test/support/live-audio.ts'
import { SessionClient } from '../test/support/live-client.ts'
import { allFlags } from '../test/support/live-flags.ts'
import { quantile } from './list/measure.ts'
import { KEY_HEADERS, startService } from './list/processes.ts'
import { random } from './list/random.ts'
import { delaysOf } from './live/delays.ts'
import { loadDuring } from './live/load.ts'
import { report } from './live/report.ts'
import type { IdleRow, Run, SpokenRow } from './live/run.ts'
import { sameUtterances } from './live/same-words.ts'

const USAGE = `npm run bench:live -- [flags]
  --sessions 1,4,16   concurrent sessions, one run each
  --seconds 60        length of each session
  --language en       any with a clip in src/speech/testing/speech.ts
  --idle 50           silent sessions
  --streaming         a small streaming model hears tones over the speech
  --out table|json    output format
SERVICE_NODE_FLAGS='--cpu-prof --cpu-prof-dir=FOLDER' passes flags to the node process of the service.
`

const { values: flags } = parseArgs({
  options: {
    sessions: { type: 'string', default: '1,4,16' },
    seconds: { type: 'string', default: '60' },
    language: { type: 'string', default: 'en' },
    idle: { type: 'string', default: '50' },
    streaming: { type: 'boolean', default: false },
    out: { type: 'string', default: 'table' },
  },
})
const counts = flags.sessions.split(',').map(Number)
const seconds = Number(flags.seconds)
const idleSessions = Number(flags.idle)
const spokenLanguage = languageCode.safeParse(flags.language)
const numbersAreValid = [...counts, seconds, idleSessions].every((n) => n > 0)
if (!numbersAreValid || !spokenLanguage.success || !['table', 'json'].includes(flags.out)) {
  process.stderr.write(USAGE)
  process.exit(1)
}

const LANGUAGE = { language_config: { languages: [spokenLanguage.data] } }
/** Seconds over which the starts of sessions are spread, so that their sentences do not end together. */
const SPREAD = 3
/** Seconds before silent sessions are measured, and the seconds of the measurement. */
const SETTLE = 5
const IDLE = 20

/** See `zipformerTransducer`. */
const BURDEN = 100_000

const folder = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
try {
  const samples = speech(spokenLanguage.data, seconds)
  const toned = flags.streaming ? await heard({ samples, language: spokenLanguage.data, text: '' }) : null
  const audio = await encoded([toned?.samples ?? samples], DEFAULT_AUDIO)
  const batch = await transcribed(audio)
  const rows: SpokenRow[] = []
  for (const count of counts) {
    process.stderr.write(`\r${`${count} sessions`.padEnd(40)}`)
    rows.push(await measureSpoken(count, audio, toned?.text ?? batch.text))
  }
  process.stderr.write(`\r${`${idleSessions} silent sessions`.padEnd(40)}\n`)
  const run: Run = {
    machine: machine(),
    seconds,
    endpointing: liveRequest.parse({}).endpointing,
    batchSpeed: batch.speed,
    rows,
    idle: await measureIdle(idleSessions),
  }
  process.stdout.write(flags.out === 'json' ? `${JSON.stringify(run, null, 1)}\n` : report(run))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Passages with pauses between them, repeated. */
function speech(language: LanguageCode, length: number): Float32Array {
  const clips = language === 'en' ? [kennedy, alice] : [clipIn(language)]
  const once = joined(...clips.flatMap(({ samples }) => [silence(1), samples]))
  const times = Math.ceil((length * SAMPLE_RATE) / once.length)
  return joined(...Array.from({ length: times }, () => once)).slice(0, length * SAMPLE_RATE)
}

/** Runs `work` on a new service. */
async function withService<Out>(work: (client: Client, pid: number) => Promise<Out>): Promise<Out> {
  const dataDir = mkdtempSync(join(folder, 'data-'))
  mkdirSync(dataDir, { recursive: true })
  if (flags.streaming)
    placeStreamingModel(join(dataDir, 'models'), zipformerTransducer({ burden: BURDEN }), {
      engine: 'streaming-transducer',
      languages: [spokenLanguage.data!],
    })
  const service = await startService({ dataDir, databaseUrl: null })
  try {
    return await work(await Client.of({ url: service.url, key: KEY_HEADERS['x-service-key'] }), service.pid)
  } finally {
    await service.stop()
  }
}

/** The transcript of the audio as a file, and the seconds of recognition per second of audio. */
async function transcribed(audio: Buffer): Promise<{ text: string; speed: number }> {
  return withService(async (client) => {
    const { audio_url } = await client.upload(Buffer.concat([wavHeader(DEFAULT_AUDIO, audio.length), audio]))
    // Loads the models.
    await client.ended(await client.create({ audio_url, ...LANGUAGE }))
    const { result } = await client.ended(await client.create({ audio_url, ...LANGUAGE }))
    if (result === null) throw new Error('the batch transcription failed')
    const { metadata, transcription } = result
    return {
      text: transcription?.full_transcript ?? '',
      speed: metadata.transcription_time / metadata.audio_duration,
    }
  })
}

async function measureSpoken(count: number, audio: Buffer, reference: string): Promise<SpokenRow> {
  return withService(async (client, pid) => {
    // Loads the models.
    await spoken(client, audio.subarray(0, 32_000 * 8), 0)
    const rng = random(count)
    const work = Promise.all(
      Array.from({ length: count }, async () => spoken(client, audio, rng.unit() * SPREAD)),
    )
    const load = await loadDuring(pid, work)
    const sessions = await work
    const delays = sessions.map(delaysOf)
    const of = (what: 'finals' | 'partials' | 'gaps', part: number) =>
      quantile(
        delays.flatMap((one) => one[what]),
        part,
      )
    const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
    const finals = sum(sessions.map((session) => session.finals().length))
    if (sessions.some((session) => session.finals().length === 0))
      throw new Error('a session without a final')
    const texts = (session: SessionClient) => session.finals().map(({ text }) => text)
    return {
      sessions: count,
      ...load,
      finalP50: of('finals', 0.5),
      finalP95: of('finals', 0.95),
      partialP50: of('partials', 0.5),
      partialP95: of('partials', 0.95),
      gapP95: of('gaps', 0.95),
      same: sum(sessions.map((session) => sameUtterances(texts(session), reference))) / finals,
      finals,
      unstable: sum(delays.map(({ changed }) => changed)) / sum(delays.map(({ shown }) => shown)),
    }
  })
}

async function spoken(client: Client, audio: Buffer, after: number): Promise<SessionClient> {
  await delay(after * 1000)
  const session = await SessionClient.start(client, { ...LANGUAGE, messages_config: allFlags(true) })
  await session.play(audio, { atRealTime: true })
  await session.end()
  return session
}

async function measureIdle(count: number): Promise<IdleRow> {
  return withService(async (client, pid) => {
    const quiet = await encoded([silence(SETTLE + IDLE)], DEFAULT_AUDIO)
    await spoken(client, quiet.subarray(0, 32_000), 0)
    // Measures memory from before the first session starts.
    const growing = loadDuring(pid, delay((SETTLE + IDLE) * 1000))
    const work = Promise.all(Array.from({ length: count }, async () => spoken(client, quiet, 0)))
    await delay(SETTLE * 1000)
    const steady = await loadDuring(pid, delay((IDLE - 1) * 1000))
    const { serviceMegabytes, recogniserMegabytes } = await growing
    await work
    return { sessions: count, ...steady, serviceMegabytes, recogniserMegabytes }
  })
}

function machine(): string {
  const gigabytes = Math.round(totalmem() / 1e9)
  return `${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, ${gigabytes} GB, Node ${process.version}`
}
