/**
 * Benchmark of the recognition of files: `npm run bench:speech`.
 *
 * The same minutes of real speech are recognised in three ways: by the bare engine (the service's models, loaded
 * beforehand and called directly on the segments that the service recognises), by the pipeline of transformers.js if it
 * can load these models, and by a single job of the service, from its creation to its end. Then the stages of a job are
 * measured one by one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type LanguageCode, languageCode } from '../src/contract/languages.ts'
import { wordErrorRate } from '../src/text/word-errors.ts'
import { segmentsOf, talk } from './speech/audio.ts'
import { type Given, type Measured, measureChild } from './speech/measured.ts'
import { report, type SpeechRun } from './speech/report.ts'
import { measureService } from './speech/service.ts'
import { stagesOf } from './speech/stages.ts'

const USAGE = `npm run bench:speech -- [flags]
  --languages en,de   any with a clip in src/speech/testing/speech.ts
  --seconds 300       seconds of speech
`

const { values: flags } = parseArgs({
  options: {
    languages: { type: 'string', default: 'en,de' },
    seconds: { type: 'string', default: '300' },
  },
})
const languages = languageCode.array().safeParse(flags.languages.split(','))
const seconds = Number(flags.seconds)
if (!languages.success || !(seconds > 0)) {
  process.stderr.write(USAGE)
  process.exit(1)
}

/** The share of words by which the service may be worse than the bare engine. */
const MAX_MORE_ERRORS = 0.05

const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? '?'}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
const folder = mkdtempSync(join(tmpdir(), 'scriptorium-bench-'))
try {
  for (const language of languages.data) process.stdout.write(report(machine, await measure(language)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(language: LanguageCode): Promise<SpeechRun> {
  const { samples, text } = talk(language, seconds)
  const segments = await segmentsOf(samples)
  const given: Given = { language, samples, segments }
  const bare = await measureChild('bare.ts', given)
  // Moonshine is published without the configuration and vocabulary that transformers.js needs.
  const pipeline = language === 'en' ? null : await measureChild('pipeline.ts', given)
  const service = await measureService(folder, language, samples)
  const stages = await stagesOf(folder, language)
  const errors = (of: Measured) => wordErrorRate(text, of.text, language)
  for (const own of [bare, service.first, service.second])
    if (errors(own) > errors(bare) + MAX_MORE_ERRORS || own.text === '')
      throw new Error(`different words from those of the bare engine: ${own.text.slice(0, 200)}`)
  if (pipeline?.text === '') throw new Error('transformers.js found no words')
  return { given, text, bare, pipeline, service, stages }
}
