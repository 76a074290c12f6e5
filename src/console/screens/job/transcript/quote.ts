/** Quotes from a transcript. */
import type { Utterance } from '../../../../contract/transcript.ts'
import { isWrittenWithoutSpaces } from '../../../../contract/unspaced-scripts.ts'
import type { ParagraphSpan } from '../../../../text/paragraphs.ts'
import { formatDuration } from '../../../formatting.ts'
import { t } from '../../../languages/language.ts'
import { href } from '../../../router.ts'
import { copyAndTell } from '../../../ui/copy.tsx'
import type { EditedJob } from '../edited-job.ts'
import { speakerName } from './speaker-name.ts'
import type { Match } from './transcript-matches.ts'
import { textOf } from './transcript-words.ts'

/**
 * Copies the words, their speaker and time, and a link to them.
 * @param places one for each utterance, in order
 * @param start of the words, in seconds; of the first utterance by default
 */
export async function copyQuote(
  { loaded: { id }, details: { value: details } }: EditedJob,
  utterances: readonly Utterance[],
  places: readonly Match[],
  start = utterances[places[0]?.utterance ?? 0]?.start ?? 0,
): Promise<void> {
  const turns: { speaker: number | undefined; text: string }[] = []
  for (const { utterance, from, to } of places) {
    const { speaker, language, ...spoken } = utterances[utterance]!
    const text = textOf(spoken).slice(from, to)
    const last = turns.at(-1)
    if (last === undefined || last.speaker !== speaker) turns.push({ speaker, text })
    else last.text += `${isWrittenWithoutSpaces(language) ? '' : ' '}${text}`
  }
  const { quoted } = t().transcript
  const nameOf = (speaker: number | undefined) => (speaker === undefined ? '' : speakerName(details, speaker))
  const [only, ...others] = turns
  const time = formatDuration(start)
  const lines =
    others.length > 0
      ? [...turns.map(({ speaker, text }) => `${nameOf(speaker)}: ${quoted(text)}`), time]
      : [
          quoted(only?.text ?? ''),
          `— ${[nameOf(only?.speaker), time].filter((part) => part !== '').join(', ')}`,
        ]
  await copyAndTell([...lines, href(`jobs/${id}?t=${start}`)].join('\n'))
}

/** Places that cover whole utterances. */
export const wholePlaces = (
  utterances: readonly Utterance[],
  [first, last]: ParagraphSpan,
): readonly Match[] =>
  utterances.slice(first, last + 1).map((one, i) => {
    return { utterance: first + i, from: 0, to: textOf(one).length }
  })
