/** Output of a recogniser for unusual names and for ordinary text; the files say how it was made. */
import { readFileSync } from 'node:fs'
import type { Utterance } from '../../../../contract/transcript.ts'

interface MisheardName {
  readonly group: string
  readonly name: string
  /** Set if it cannot be derived from the letters. */
  readonly pronunciation: string
  readonly utterance: Utterance
}

/** Wrong transcriptions of names, several of each. */
export const misheardNames: readonly MisheardName[] = linesOf('misheard-names.tsv').map((line) => {
  const [group = '', name = '', pronunciation = '', , words = ''] = line.split('\t')
  return { group, name, pronunciation, utterance: utteranceOf(words) }
})

/** 1,081 words in 42 utterances, without any of the names. */
export const ordinarySpeech: readonly Utterance[] = linesOf('ordinary-speech.txt').map(utteranceOf)

function linesOf(file: string): string[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
}

/** @param line words as `word|confidence`, one word per second */
function utteranceOf(line: string): Utterance {
  const words = line.split(' ').map((given, index) => {
    const [word = '', confidence = ''] = given.split('|')
    return {
      word: index === 0 ? word : ` ${word}`,
      start: index,
      end: index + 0.8,
      confidence: Number(confidence),
    }
  })
  const text = words.map(({ word }) => word).join('')
  return { text, start: 0, end: words.length, confidence: 1, channel: 0, language: 'en', words }
}
