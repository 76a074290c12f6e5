/**
 * Makes the cues of a subtitle file: divides each run of speech into texts that fit, then gives all of them consecutive
 * display times.
 */
import { cheapestPartition } from '../cheapest-partition.ts'
import { type Cue, withScreenTimes } from './screen-times.ts'
import type { Sentence } from '../timed-sentences.ts'
import { speechRuns } from '../speech-runs.ts'
import type { SubtitleSettings } from './subtitle-settings.ts'
import { type Token, tokensOf } from './subtitle-tokens.ts'

/** A cue with one speaker. */
export interface SpokenCue extends Cue, Pick<Token, 'channel' | 'speaker'> {}

/** A silence that clears the screen, in seconds. */
const CLEARING_PAUSE = 1

/** The cost of a break after a token, relative to the cost of one more cue. */
const BREAK_COST: Record<Token['ends'], number> = { sentence: 0, clause: 0.5, word: 1.5, nothing: 3 }

/** The cost of a cue shorter than the minimum duration: more than any break. */
const TOO_SHORT_COST = 10

/**
 * The cues of some sentences, ordered by start. Cues of different channels may be displayed at the same time.
 * @param audioDuration in milliseconds
 */
export function cuesOf(
  sentences: readonly Sentence[],
  settings: SubtitleSettings,
  audioDuration: number,
): SpokenCue[] {
  const cues = speechRuns(sentences, CLEARING_PAUSE)
    .flatMap((run) => speechRuns(tokensOf(run, settings.charactersPerRow), CLEARING_PAUSE))
    .flatMap((tokens) => cheapestPartition(tokens, (index) => cueCosts(tokens, index, settings)))
    .map((tokens) => timedCue(tokens, settings.charactersPerRow))
    .toSorted((a, b) => a.start - b.start)
  const channels = Map.groupBy(cues, ({ channel }) => channel)
  return [...channels.values()]
    .flatMap((own) => withScreenTimes(own, settings, audioDuration))
    .toSorted((a, b) => a.start - b.start)
}

/** The costs of the cues that begin with a token, as long as they fit the screen and the maximum duration. */
function cueCosts(tokens: readonly Token[], index: number, settings: SubtitleSettings): number[] {
  const { charactersPerRow, rowsPerCue, minimumDuration, maximumDuration, gap } = settings
  const costs: number[] = []
  const start = tokens[index]?.start ?? 0
  let rows = 1
  let row = 0
  let characters = 0
  for (let at = index; ; at += 1) {
    const token = tokens[at]
    if (!token) return costs
    const isFirst = at === index
    const longer = row + token.text.length + (token.spaced && !isFirst ? 1 : 0)
    const fits = isFirst || longer <= charactersPerRow
    if (!fits) rows += 1
    row = fits ? longer : token.text.length
    characters += token.text.length
    if (!isFirst && (rows > rowsPerCue || 1000 * (token.end - start) > maximumDuration)) return costs
    const next = tokens[at + 1]
    const available = next ? 1000 * (next.start - start) - gap : Infinity
    const missing = available < minimumDuration ? 1 - available / minimumDuration : 0
    // The square favours cues of even length.
    const fullness = characters / (charactersPerRow * rowsPerCue)
    costs.push(1 + BREAK_COST[token.ends] + fullness ** 2 / 2 + TOO_SHORT_COST * missing)
  }
}

/** A cue at the time of its speech. */
function timedCue(tokens: readonly Token[], charactersPerRow: number): SpokenCue {
  const { channel, speaker, start } = tokens[0]!
  const rows = cheapestPartition(tokens, (index) => rowCosts(tokens, index, charactersPerRow))
  const end = tokens.reduce((latest, token) => Math.max(latest, token.end), 0)
  return {
    rows: rows.map(textOf),
    start: Math.round(1000 * start),
    end: Math.round(1000 * end),
    channel,
    speaker,
  }
}

/** The costs of the rows that begin with a token: few rows first, then good breaks and even rows. */
function rowCosts(tokens: readonly Token[], index: number, charactersPerRow: number): number[] {
  const costs: number[] = []
  let length = 0
  for (let at = index; ; at += 1) {
    const token = tokens[at]
    if (!token) return costs
    length += token.text.length + (token.spaced && length > 0 ? 1 : 0)
    if (length > charactersPerRow && costs.length > 0) return costs
    costs.push(100 + BREAK_COST[token.ends] / 5 + (length / charactersPerRow) ** 2)
  }
}

function textOf(row: readonly Token[]): string {
  return row.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('')
}
