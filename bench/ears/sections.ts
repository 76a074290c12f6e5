/** The sections of the table, in the order in which they are measured. */
import type { Figure } from '../../test/ears/figure.ts'

export const SECTIONS = {
  clips: async () => (await import('../../test/ears/clips.ts')).clipsFigures(),
  words: async () => (await import('../../test/ears/words.ts')).wordsFigures(),
  noises: async () => (await import('../../test/ears/noises.ts')).noisesFigures(),
  languages: async () => (await import('../../test/ears/languages.ts')).languagesFigures(),
  speakers: async () => (await import('../../test/ears/speakers.ts')).speakersFigures(),
  sentences: async () => (await import('../../test/ears/sentences.ts')).sentencesFigures(),
  lines: async () => (await import('../../test/ears/lines.ts')).linesFigures(),
  redaction: async () => (await import('../../test/ears/redaction.ts')).redactionFigures(),
} satisfies Record<string, () => Promise<Figure[]>>

export function isSection(name: string): name is keyof typeof SECTIONS {
  return Object.hasOwn(SECTIONS, name)
}
