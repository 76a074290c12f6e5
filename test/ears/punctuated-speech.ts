/** Passages with known words, sentence ends and clauses: see punctuated-speech.txt. */
import { readFileSync } from 'node:fs'
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import type { LanguageCode } from '../../src/contract/languages.ts'
import { alice } from '../../src/speech/testing/speech.ts'
import { samplesOf } from './recordings.ts'

export interface Passage {
  /** Methods are tuned on the former, and judged on the latter. */
  readonly part: 'development' | 'unseen'
  readonly kind: 'read' | 'spoken' | 'telephone'
  readonly language: LanguageCode
  readonly file: string
  /** In seconds. */
  readonly from: number
  readonly to: number
  readonly text: string
}

const HEADER =
  /^# (?<part>\w+) (?<kind>\w+) (?<language>\w+) (?<file>\S+)(?: (?<from>[\d.]+) (?<to>[\d.]+))?$/

export const PASSAGES: readonly Passage[] = readFileSync(
  new URL('punctuated-speech.txt', import.meta.url),
  'utf8',
)
  .split(/^(?=# )/m)
  .slice(1)
  .map((section) => {
    const [header = '', text = ''] = section.split('\n')
    const { from = 0, to = Infinity, ...about } = HEADER.exec(header)!.groups!
    return { ...about, from: Number(from), to: Number(to), text } as Passage
  })

export async function samplesOfPassage({ file, from, to }: Passage): Promise<Float32Array> {
  const samples = file === 'sample-16k.wav' ? alice.samples : await samplesOf(file)
  return samples.slice(from * SAMPLE_RATE, to * SAMPLE_RATE)
}
