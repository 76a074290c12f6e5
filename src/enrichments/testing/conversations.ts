/**
 * Conversations for the evaluation of topics, summaries and chapters, with known boundaries between their themes.
 *
 * `recorded` in `conversations.json` is real speech as the English recogniser wrote it, including its errors, in
 * utterances of `[start, end, text]`: for tuning, a video and a talk in `@qvac/asr-ggml`; held out, the demonstration
 * recordings of `@ibm-watson/speech-to-text-nodejs` 2.10.1 (Apache-2.0). Since these recordings are short, `written` adds
 * dialogues in spoken style, one turn per line, written before anything was measured. Themes of two parts are interrupted
 * by others.
 */
import { randomFrom } from '../../../test/support/random.ts'
import { fullText } from '../../contract/full-text.ts'
import type { Transcription, Utterance, Word } from '../../contract/transcript.ts'
import { recognised } from '../../speech/testing/recognised.ts'
import { splitWords } from '../../text/split-words.ts'
import { spreadOverTime } from '../../text/spread-over-time.ts'
import conversations from './conversations.json' with { type: 'json' }

/** The set of themes: those on which parameters were chosen, or the others. */
export type Material = keyof typeof conversations.recorded

export interface Conversation {
  readonly transcription: Transcription
  /** The theme of each word, in the order of the words. */
  readonly themes: readonly string[]
}

/** What one voice says without a break. */
interface Turn {
  readonly theme: string
  /** With times from the start of the turn. */
  readonly words: readonly Word[]
}

/** How often a speaker pauses long enough to end an utterance: between sentences, and within them. */
const PAUSES = { sentence: 0.5, word: 0.06 }

/** How often two themes alternate in a conversation about them, repeating what was said. */
const ROUNDS = 3

/**
 * A conversation between two to four voices, with or without speaker numbers. For an even seed, it is about two
 * alternating themes; for an odd seed, about two or three in random order. Utterances end at pauses, as from the
 * recogniser, and at changes of the speaker only if the speakers are known.
 */
export function conversation(material: Material, seed: number): Conversation {
  const random = randomFrom(seed)
  const isAlternating = seed % 2 === 0
  const chosen = shuffled(themesOf(material, random), random).slice(
    0,
    isAlternating ? 2 : 2 + Math.floor(2 * random()),
  )
  const rounds = isAlternating ? ROUNDS : Math.max(...chosen.map(({ length }) => length))
  const turns = Array.from({ length: rounds }, (_, round) =>
    chosen.flatMap((parts) => parts[isAlternating ? round % parts.length : round] ?? []),
  ).flat()
  const voices = 2 + Math.floor(3 * random())
  const isDiarized = random() < 0.5
  const utterances: Utterance[] = []
  const themes: string[] = []
  let run: Word[] = []
  let at = 0
  for (const [index, { theme, words }] of turns.entries()) {
    at += turns[index - 1]?.theme === theme ? [0.2, 0.7, 0.4][index % 3]! : 1
    run.push(...words.map((word) => ({ ...word, start: at + word.start, end: at + word.end })))
    at = run.at(-1)!.end
    themes.push(...words.map(() => theme))
    if (!isDiarized && index < turns.length - 1) continue
    for (const utterance of recognised(run))
      utterances.push(isDiarized ? { ...utterance, speaker: index % voices } : utterance)
    run = []
  }
  return { transcription: { full_transcript: fullText(utterances), languages: ['en'], utterances }, themes }
}

/** The themes, each a list of parts that consist of turns. */
function themesOf(material: Material, random: () => number): Turn[][][] {
  const recorded = Object.entries<(string | number)[][][]>(conversations.recorded[material])
  const written = Object.entries<string[][]>(conversations.written[material])
  return [
    ...recorded.map(([theme, parts]) =>
      parts.map((utterances) => [{ theme, words: recordedWords(utterances) }]),
    ),
    ...written.map(([theme, parts]) =>
      parts.map((turns) => turns.map((text) => ({ theme, words: writtenWords(text, random) }))),
    ),
  ]
}

function recordedWords(utterances: readonly (readonly (string | number)[])[]): Word[] {
  return utterances.flatMap(([start, end, text]) =>
    spreadOverTime(splitWords(` ${text}`, 'en'), Number(start), Number(end)).map(toWord),
  )
}

/** Three words per second. */
function writtenWords(text: string, random: () => number): Word[] {
  let at = 0
  return splitWords(` ${text}`, 'en').map((word) => {
    const start = at
    const pause = random() < (/[.?!]$/.test(word) ? PAUSES.sentence : PAUSES.word) ? 0.6 : 0
    at += 0.33 + pause
    return toWord({ text: word, start, end: start + 0.33 })
  })
}

function toWord({ text, ...times }: { text: string; start: number; end: number }): Word {
  return { word: text, ...times, confidence: 0.9 }
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
