/** Clips of real speech with known words, cut by `find-clips.ts`. */
import { readFileSync } from 'node:fs'
import type { LanguageCode } from '../../src/contract/languages.ts'

export interface Clip {
  readonly language: LanguageCode
  readonly file: string
  /** In samples. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** Where its words begin, in milliseconds from its start. */
  readonly starts: readonly number[]
}

export function clipsIn(language: LanguageCode): Clip[] {
  const clips = JSON.parse(readFileSync(new URL('clips.json', import.meta.url), 'utf8')) as Clip[]
  return clips.filter((clip) => clip.language === language)
}
