/**
 * The emotion of an English sentence, by the words that name or show one. The lexicon (`data/emotions.json`) is our own,
 * because the licences of the usual ones (NRC, WordNet-Affect) do not permit commercial use.
 */
import lexicon from './data/emotions.json' with { type: 'json' }

/** The names that clients of such services expect. */
export type Emotion = keyof typeof lexicon
/** The sentiment that an emotion implies. */
export type Polarity = 'positive' | 'negative' | 'neutral'

interface Entry {
  readonly sentiment: Polarity
  /** Matched as whole words, ignoring case; `*` stands for any ending. */
  readonly words: readonly string[]
}

const LEXICON = lexicon as Readonly<Record<Emotion, Entry>>

/** In order of precedence: if two emotions have equally many words, the first wins. */
const EMOTIONS = (Object.entries(LEXICON) as [Emotion, Entry][]).map(([emotion, { sentiment, words }]) => ({
  emotion,
  polarity: sentiment,
  pattern: patternOf(words),
}))

function patternOf(words: readonly string[]): RegExp {
  const alternatives = words.join('|').replaceAll('*', '[a-z]*').replaceAll("'", "['’]")
  // Without words, nothing matches.
  return new RegExp(words.length > 0 ? `\\b(?:${alternatives})\\b` : '(?!)', 'gi')
}

/** A negation further away than this is ignored. */
const NEGATION_CHARACTERS = 80

/** Negates the next word, or the one after that. */
const NEGATION =
  /\b(?:not|never|no|n['’]t|without|hardly|neither|nor|isn['’]t|wasn['’]t|don['’]t|didn['’]t|doesn['’]t|can['’]t|won['’]t)(?: (?:very|so|really|too|all that|at all|be|been|a|the|feel|feeling))* $/i

/**
 * The emotion with the most words in an English sentence, among the emotions that agree with its sentiment, or among all
 * of them if the sentiment is neutral.
 */
export function emotionOf(text: string, sentiment: Polarity): Emotion {
  let best: Emotion = 'neutral'
  let highest = 0
  let hasNegatedJoy = false
  for (const { emotion, polarity, pattern } of EMOTIONS) {
    let score = 0
    for (const { 0: words, index } of text.matchAll(pattern)) {
      if (
        NEGATION.test(text.slice(Math.max(0, index - NEGATION_CHARACTERS), index)) &&
        !/^(?:no|not|do|did|can)/i.test(words)
      )
        hasNegatedJoy ||= polarity === 'positive'
      // A phrase is stronger evidence than a word.
      else score += words.includes(' ') ? 2 : 1
    }
    const agrees = sentiment === 'neutral' || polarity === 'neutral' || polarity === sentiment
    if (score > highest && agrees) [best, highest] = [emotion, score]
  }
  return highest === 0 && hasNegatedJoy && sentiment === 'negative' ? 'disappointment' : best
}

/** The sentiment that an emotion implies. Confusion and interest imply none. */
export function sentimentOfEmotion(emotion: Emotion): Polarity {
  return emotion === 'confusion' || emotion === 'interest' ? 'neutral' : LEXICON[emotion].sentiment
}
