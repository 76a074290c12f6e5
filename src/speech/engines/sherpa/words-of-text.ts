/** The words of a result without times. */
import { alignedWords, asSpoken } from '../aligned-words.ts'
import { isLooping } from '../repetition-guard.ts'
import { LETTER_OR_DIGIT } from '../spoken-words.ts'
import type { SherpaModel } from './sherpa-engine.ts'

/** Such as `<unk>`. */
const SPECIAL = /<\|?[\w:]+\|?>/g

/**
 * An aligner finds the time and probability of each word, since the library returns neither. Text that a model makes up
 * from noise gets a low confidence but is kept: for 11 such texts and 6 noises it is at most 0.05, and as low for some
 * words of real speech that last a second.
 */
export const wordsOfText: SherpaModel['words'] = async ({ text, tokens }, spoken, { aligner }) => {
  if (isLooping(tokens)) return null
  const plain = text.replaceAll(SPECIAL, ' ').replaceAll(/\s+/gu, ' ').trim()
  return LETTER_OR_DIGIT.test(plain) ? alignedWords(asSpoken(plain, spoken.language), spoken, aligner) : []
}
