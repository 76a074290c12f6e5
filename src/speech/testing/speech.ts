/**
 * Real speech for tests, from packages of the npm registry: clips of FLEURS (read sentences, one language each), a
 * passage of Alice in Wonderland, and President Kennedy's speech of 1961 with the times at which some of its words begin.
 */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import type { LanguageCode } from '../../contract/languages.ts'

/** A recording, and what is said in it. */
export interface Speech {
  readonly language: LanguageCode
  readonly text: string
  /** 16 kHz. */
  readonly samples: Float32Array
}

/** 11 s. */
export const kennedy: Speech = {
  language: 'en',
  text: 'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
  samples: wavSamples(packageFile('@qvac/tts-ggml', 'test/reference-audio/jfk.wav')),
}

/** The first 5 s of {@link kennedy}, up to a pause. */
export const kennedyBeginning: Speech = {
  language: 'en',
  text: 'And so, my fellow Americans, ask not',
  samples: kennedy.samples.slice(0, 5 * 16_000),
}

/** When words of {@link kennedy} begin, in seconds, determined by ear. */
export const kennedyStarts: readonly (readonly [word: string, start: number])[] = [
  ['And', 0.3],
  ['ask', 3.3],
  ['country', 5.9],
  ['ask', 8.2],
  ['country', 10],
]

/** Its last 3.1 s. */
export const kennedyEnd: Speech = {
  language: 'en',
  text: 'Ask what you can do for your country.',
  samples: kennedy.samples.slice(7.9 * 16_000),
}

/** 20 s. */
export const alice: Speech = {
  language: 'en',
  text:
    'Alice was beginning to get very tired of sitting by her sister on the bank and of having nothing to do. Once or ' +
    'twice she had peeped into the book her sister was reading but it had no pictures or conversations in it. And ' +
    'what is the use of a book thought Alice without pictures or conversations?',
  samples: wavSamples(packageFile('@qvac/asr-ggml', 'test/mobile/testAssets/sample-16k.wav')),
}

/** The first 8 s of {@link alice}, up to a pause. */
export const aliceBeginning: Speech = {
  language: 'en',
  text: 'Alice was beginning to get very tired of sitting by her sister on the bank and of having nothing to do.',
  samples: alice.samples.slice(0, 8.25 * 16_000),
}

/** 9 to 18 s each, normalised to one level: some originals are 40 dB quieter than others. */
export const fleurs: readonly Speech[] = [
  clip(
    'de',
    'für die besten aussichten auf hongkong sollten sie die insel verlassen und zum gegenüberliegenden ufer von ' +
      'kowloon fahren',
  ),
  clip(
    'es',
    'se recomienda enfáticamente a los viajeros que se informen sobre cualquier riesgo de clima extremo en el área ' +
      'que visitan dado que ello puede afectar sus planes de viaje',
  ),
  clip(
    'fr',
    "l'accident a eu lieu en terrain montagneux et il semblerait que cela ait été causé par un incendie malveillant",
  ),
  clip(
    'it',
    'il blog è uno strumento che si prefigge di incoraggiare la collaborazione e sviluppare l’apprendimento degli ' +
      'studenti ben oltre la giornata scolastica normale',
  ),
  clip('ja', 'インターネットで 敵対的環境コース について検索すると おそらく現地企業の住所が出てくるでしょう'),
]

/** The clip of {@link fleurs} in a language. */
export function clipIn(language: LanguageCode): Speech {
  const found = fleurs.find((speech) => speech.language === language)
  if (found === undefined) throw new Error(`There is no clip in ${language}`)
  return found
}

function clip(language: LanguageCode, text: string): Speech {
  return { language, text, samples: rawSpeech(`sample_${language}.raw`) }
}

/** A file of 16-bit samples at 16 kHz, normalised to one level. */
export function rawSpeech(file: string): Float32Array {
  const samples = samplesOf(readFileSync(packageFile('@qvac/asr-ggml', `test/mobile/testAssets/${file}`)))
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  return samples.map((sample) => (0.5 * sample) / peak)
}

/** The path of a file in an installed package. */
export function packageFile(name: string, file: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`${name} is not installed: npm ci`)
  return path.join(path.dirname(manifest), file)
}

function wavSamples(file: string): Float32Array {
  const bytes = readFileSync(file)
  return samplesOf(bytes.subarray(bytes.indexOf('data') + 8))
}

/** Decodes 16-bit little-endian PCM. */
function samplesOf(pcm: Buffer): Float32Array {
  return new Float32Array(new Int16Array(new Uint8Array(pcm).buffer)).map((sample) => sample / 32_768)
}
