/** Tells speakers apart again, by the voices that are stored with a job. */
import type { Utterance } from '../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../contract/unspaced-scripts.ts'
import { utteranceOf } from '../analysis/utterances.ts'
import type { KeptVoices } from './kept-voices.ts'
import type { SpeakerRange } from './speaker-clusters.ts'
import { voiceLikeness } from './speaker-likeness.ts'
import { attributed, type SpokenUtterance } from './spoken-utterances.ts'
import type { SpeechSpan } from './voice-windows.ts'

/**
 * Assigns speakers to utterances again, numbered by first appearance, as a new job would. No word and no time of a word
 * changes. Blocks the thread for seconds.
 * @param utterances of any revision of the transcript: those that were split only because the speaker changed are joined
 *   first
 */
export async function speakersAgain(
  utterances: readonly Utterance[],
  voices: KeptVoices,
  range: SpeakerRange,
): Promise<SpokenUtterance[]> {
  const likeness = await voiceLikeness(voices.windows, range, new AbortController().signal)
  return attributed(joined(utterances, voices.utterances), likeness).utterances
}

/** @param recognised the utterances before they were split */
function joined(utterances: readonly Utterance[], recognised: readonly SpeechSpan[]): Utterance[] {
  const wholes = recognised.toSorted(inOrder)
  let at = -1
  let before: SpeechSpan | undefined
  const result: Utterance[] = []
  for (const one of utterances.toSorted(inOrder)) {
    while (at + 1 < wholes.length && inOrder(wholes[at + 1]!, one) <= 0) at++
    const whole = isWithin(one, wholes[at]) ? wholes[at] : undefined
    const last = result.at(-1)
    if (last !== undefined && whole !== undefined && whole === before && mayBeOne(last, one))
      result[result.length - 1] = both(last, one)
    else result.push(one)
    before = whole
  }
  return result
}

const inOrder = (a: SpeechSpan, b: SpeechSpan) => a.channel - b.channel || a.start - b.start

function isWithin({ channel, end }: SpeechSpan, whole: SpeechSpan | undefined): boolean {
  return whole !== undefined && channel === whole.channel && end <= whole.end
}

/** Two utterances of the same speaker are not joined, because somebody split them. */
function mayBeOne(a: Utterance, b: Utterance): boolean {
  return a.speaker !== b.speaker && a.language === b.language && a.words.length > 0 && b.words.length > 0
}

/** Joins two utterances, keeping the speaker of the second. */
function both(first: Utterance, second: Utterance): Utterance {
  const space = isWrittenWithoutSpaces(first.language) ? '' : ' '
  const words = second.words.map((one, i) => (i === 0 ? { ...one, word: space + one.word } : one))
  return {
    ...utteranceOf([...first.words, ...words], first),
    start: first.start,
    end: second.end,
    ...(second.speaker !== undefined && { speaker: second.speaker }),
  }
}
