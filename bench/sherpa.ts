/**
 * Benchmark of the engines of sherpa-onnx: `npm run bench:sherpa`.
 *
 * The same minutes are recognised by the library, called directly on the segments that the service recognises, and by the
 * service's recogniser, which first has to find the segments. The model is made (src/speech/testing/made-models/), but
 * multiplies as much as a large one. Both are measured in turns in one process, and the fastest turn of each counts,
 * because other programs can only slow a turn down.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import sherpa from 'sherpa-onnx-node'
import pLimit from 'p-limit'
import { SAMPLE_RATE } from '../src/audio/recording.ts'
import { Recogniser } from '../src/speech/batch/recogniser.ts'
import { EngineThreads } from '../src/speech/engines/engine-threads.ts'
import { installed } from '../src/speech/testing/made-models/installed.ts'
import { nemoCtcModel } from '../src/speech/testing/made-models/nemo-ctc.ts'
import { manyWords, speechWithTones } from '../src/speech/testing/made-models/speech-with-tones.ts'
import { recordingOf } from '../src/speech/testing/memory-recording.ts'
import { segmentsOf } from './speech/audio.ts'

const USAGE = `npm run bench:sherpa -- [flags]
  --seconds 300   seconds of speech
  --work 600      millions of multiplications per step of the model (80 ms); Parakeet has as many weights
  --turns 3       turns of each
`

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    work: { type: 'string', default: '600' },
    turns: { type: 'string', default: '3' },
  },
})
const [seconds, work, turns] = [flags.seconds, flags.work, flags.turns].map(Number) as [
  number,
  number,
  number,
]
if (!(seconds >= 1 && work >= 0 && turns >= 1)) {
  process.stderr.write(USAGE)
  process.exit(1)
}

interface Measured {
  readonly text: string
  readonly seconds: number
  readonly cpuSeconds: number
}

async function measured(recognise: () => Promise<string>): Promise<Measured> {
  const from = { at: performance.now(), cpu: process.cpuUsage() }
  const text = await recognise()
  const { user, system } = process.cpuUsage(from.cpu)
  return { text, seconds: (performance.now() - from.at) / 1000, cpuSeconds: (user + system) / 1e6 }
}

const folder = mkdtempSync(path.join(tmpdir(), 'scriptorium-bench-'))
try {
  const { samples, words } = await speechWithTones(manyWords(Math.round(seconds / 0.4)))
  const expected = words.map(({ word }) => word.trim()).join(' ')
  const model = await installed(folder, { engine: 'nemo-ctc', files: nemoCtcModel({ work }) })

  const engines = new EngineThreads(2)
  const recogniser = new Recogniser(engines)
  await recogniser.use([model], 'cpu')
  const { concurrency = 1 } = await engines.for('la')
  const byRecogniser = async () => {
    const options = { languages: ['la'], codeSwitching: false } as const
    const { utterances } = await recogniser.recognise(recordingOf(samples), options)
    return utterances.map(({ text }) => text).join(' ')
  }

  const library = await sherpa.OfflineRecognizer.createAsync({
    modelConfig: { nemoCtc: { model: await model.path('model') }, tokens: await model.path('tokens') },
  })
  const segments = await segmentsOf(samples)
  const byLibrary = async () => {
    const places = pLimit(concurrency)
    const texts = segments.map((segment) =>
      places(async () => {
        const stream = library.createStream()
        stream.acceptWaveform({ samples: segment, sampleRate: SAMPLE_RATE })
        return (await library.decodeAsync(stream)).text
      }),
    )
    return (await Promise.all(texts)).join(' ')
  }

  const all: Record<'library' | 'recogniser', Measured[]> = { library: [], recogniser: [] }
  for (let turn = 0; turn < turns; turn++) {
    all.library.push(await measured(byLibrary))
    all.recogniser.push(await measured(byRecogniser))
  }
  await recogniser.close()

  for (const [name, runs] of Object.entries(all))
    for (const { text } of runs) if (text !== expected) throw new Error(`The ${name} recognised: ${text}`)
  const least = (runs: readonly Measured[], of: 'seconds' | 'cpuSeconds') =>
    Math.min(...runs.map((run) => run[of]))
  const line = (name: keyof typeof all) =>
    `${name.padEnd(12)} ${least(all[name], 'seconds').toFixed(2)} s, ${least(all[name], 'cpuSeconds').toFixed(2)} s of processor time\n`
  const ratio = (of: 'seconds' | 'cpuSeconds') => least(all.recogniser, of) / least(all.library, of)
  process.stdout.write(
    `${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, Node ${process.version}: ${words.length} words in ${seconds} s, ` +
      `${segments.length} segments, ${concurrency} at a time\n${line('library')}${line('recogniser')}` +
      `ratio        ${ratio('seconds').toFixed(3)}, of processor time ${ratio('cpuSeconds').toFixed(3)}\n`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
