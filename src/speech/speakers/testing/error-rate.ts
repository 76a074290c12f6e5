/** Measures how well speakers are told apart. */
import type { Utterance } from '../../../contract/transcript.ts'
import type { Speech } from './known-speech.ts'

const STEP = 0.01

export interface DiarizationError {
  /**
   * The diarization error rate: speech that is missed, audio wrongly taken for speech, and speech attributed to the wrong
   * voice, as a share of all speech; where two people speak at once, time counts twice. There is no collar: the edges of
   * turns count.
   */
  readonly rate: number
  /** The part of it that is attributed to the wrong voice. */
  readonly confused: number
}

/** The error with speakers optimally matched to voices or to none. */
export function diarizationError(
  speech: readonly Speech[],
  found: readonly Pick<Utterance, 'speaker' | 'start' | 'end'>[],
): DiarizationError {
  const matches = new Map<number, Map<string, number>>()
  const voicesAt = perStep(speech, ({ voice }) => voice)
  const speakersAt = perStep(found, ({ speaker = -1 }) => speaker)
  let spoken = 0
  let most = 0
  let both = 0
  for (let step = 0; step < Math.max(voicesAt.length, speakersAt.length); step++) {
    const voices = voicesAt[step] ?? []
    const speakers = speakersAt[step] ?? []
    spoken += voices.length
    most += Math.max(voices.length, speakers.length)
    both += Math.min(voices.length, speakers.length)
    for (const speaker of speakers)
      for (const voice of voices) {
        const row = matches.get(speaker) ?? new Map<string, number>()
        matches.set(speaker, row.set(voice, (row.get(voice) ?? 0) + 1))
      }
  }
  const right = bestMatch([...matches.values()], new Set())
  return { rate: (most - right) / spoken, confused: (both - right) / spoken }
}

/** Who speaks in each {@link STEP}. */
function perStep<Span extends { start: number; end: number }, Who>(
  spans: readonly Span[],
  whoOf: (span: Span) => Who,
): Who[][] {
  const steps: Who[][] = []
  for (const span of spans)
    for (let step = Math.round(span.start / STEP); step < Math.round(span.end / STEP); step++) {
      const present = (steps[step] ??= [])
      const who = whoOf(span)
      if (!present.includes(who)) present.push(who)
    }
  return steps
}

/** The time that is right if speakers are optimally matched to voices or to none. */
function bestMatch(speakers: readonly Map<string, number>[], taken: ReadonlySet<string>): number {
  const [first, ...others] = speakers
  if (first === undefined) return 0
  const choices = [...first]
    .filter(([voice]) => !taken.has(voice))
    .map(([voice, time]) => time + bestMatch(others, new Set([...taken, voice])))
  return Math.max(bestMatch(others, taken), ...choices)
}
