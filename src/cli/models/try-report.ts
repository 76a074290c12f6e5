/** The report of `scriptorium models try`. */
import { languageName } from '../../contract/languages.ts'
import type { ModelQuality } from '../../contract/quality.ts'
import type { Comparison, Run, Take } from '../../installation/compare.ts'
import { megabytes } from '../../models/pulled/models-folder.ts'
import { duration as lengthOf } from '../remote/formatting.ts'
import { table } from '../table.ts'
import { compareWords, type Difference } from '../../installation/word-differences.ts'

/**
 * The differences between what a model recognised and what is recognised without it, file by file, and the time and
 * memory of both.
 * @param corrected word errors in corrected transcripts, by any model
 */
export function report(
  { before, after, usedIn }: Comparison,
  name: string,
  corrected: readonly ModelQuality[],
): string {
  const lines: string[] = []
  const used = new Set<string>()
  const pairs = after.takes.map(
    (take) => [before.takes.find((one) => one.name === take.name)!, take] as const,
  )
  for (const [other, take] of pairs) {
    const [language] = other.recognition.languages
    const without = usedIn(language!)
    used.add(without)
    const { words, others, only, differences } = compareWords(
      other.recognition.utterances,
      take.recognition.utterances,
    )
    const counts = [`${others} different`, `${only[0]} only by ${without}`, `${only[1]} only by ${name}`]
    lines.push(
      `${take.name} (${lengthOf(take.duration)}, ${languageName(language!)})`,
      ...(differences.length === 0 ? [] : [table([['TIME', without, name], ...differences.map(rowOf)])]),
      `${words[0]} words by ${without}, ${words[1]} by ${name}: ${differences.length === 0 ? 'the same' : counts.join(', ')}`,
      '',
    )
  }
  const row = (label: string, takes: readonly Take[], { peakBytes }: Run) => [
    label,
    `${secondsPerMinute(takes).toFixed(1)} s`,
    peakBytes === null ? 'not known' : megabytes(peakBytes),
  ]
  const rows = [
    row(
      [...used].join(', '),
      pairs.map(([other]) => other),
      before,
    ),
    row(name, after.takes, after),
  ]
  const times =
    after.takes.length > 1
      ? 'Times leave out the first file, for which the models are loaded.'
      : 'Times include loading the models; with several files, they do not.'
  lines.push(
    table([['', 'TIME PER MINUTE OF AUDIO', 'MEMORY'], ...rows]),
    `${times} Listen to the audio to tell which words are right.`,
    ...corrected.flatMap(({ model, language, words, rate }) =>
      rate === null || (model !== name && !used.has(model))
        ? []
        : `Here, ${(rate * 100).toFixed(1)} % of ${words} words by ${model} were wrong in corrected transcripts in ${languageName(language)}.`,
    ),
  )
  return `${lines.join('\n')}\n`
}

/** Leaves out the first file of several, for which the model is loaded. */
function secondsPerMinute(takes: readonly Take[]): number {
  const timed = takes.length > 1 ? takes.slice(1) : takes
  const sum = (of: (take: Take) => number) => timed.reduce((total, take) => total + of(take), 0)
  return sum(({ seconds }) => seconds) / sum(({ duration }) => duration / 60)
}

/** Both sides with the words around them, and brackets around what differs. */
function rowOf({ start, words, before, after }: Difference): string[] {
  const sides = words.map((side) => [before, `[${side}]`, after].filter((part) => part !== '').join(' '))
  return [lengthOf(start), ...sides]
}
