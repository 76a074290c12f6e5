/** Finds word times in the made language, where every loud stretch is a sound. */
import { SAMPLE_RATE } from '../../../audio/recording.ts'
import type { Word } from '../../../contract/transcript.ts'
import type { SpeechAligner } from '../../engines/engine.ts'
import { evenlySpacedWords, UNKNOWN_CONFIDENCE } from '../../engines/spoken-words.ts'
import { type Piece, piecesOf } from './tones.ts'

/** The step in which loudness is measured, in samples. */
const STEP = 0.01 * SAMPLE_RATE
/** The lowest peak of a sound. */
const LOUD = 0.05

/** @param pieces those that the text can contain */
export function madeAligner(pieces: readonly Piece[]): SpeechAligner {
  return {
    async align(samples, text, language) {
      const sounds = soundsIn(samples)
      const spelled = piecesOf(text.trim(), pieces)
      // The samples contain other sounds as well.
      if (sounds.length !== spelled.length)
        return evenlySpacedWords(text, samples.length / SAMPLE_RATE, language)
      const words: Word[] = []
      for (const [i, piece] of spelled.entries()) {
        const sound = sounds[i]!
        const last = words.at(-1)
        if (piece.text.startsWith('▁') || last === undefined)
          words.push({ word: piece.text.replace('▁', ' '), ...sound, confidence: UNKNOWN_CONFIDENCE })
        else words[words.length - 1] = { ...last, word: last.word + piece.text, end: sound.end }
      }
      return words
    },
  }
}

/** In seconds. */
function soundsIn(samples: Float32Array): { start: number; end: number }[] {
  const sounds: { start: number; end: number }[] = []
  let wasLoud = false
  for (let at = 0; at < samples.length; at += STEP) {
    const isLoud = samples.subarray(at, at + STEP).some((sample) => Math.abs(sample) > LOUD)
    const end = Math.min(at + STEP, samples.length) / SAMPLE_RATE
    if (isLoud && wasLoud) sounds[sounds.length - 1]!.end = end
    else if (isLoud) sounds.push({ start: at / SAMPLE_RATE, end })
    wasLoud = isLoud
  }
  return sounds
}
