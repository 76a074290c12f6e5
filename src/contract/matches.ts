/** Matches of a search in a transcript. An addition of Scriptorium. */
import { z } from 'zod'
import { endTime, startTime } from './common.ts'
import { MAX } from './limits.ts'
import { wordsToFind } from './search-words.ts'

/** Maximum length of a snippet, in UTF-16 units. */
export const MAX_SNIPPET = 200

export const matchQuery = z.object({
  q: z
    .string()
    .refine((text) => wordsToFind(text) !== null, { error: `must contain 1 to ${MAX.search} words` })
    .describe(`The words to find, 1 to ${MAX.search}, as for the parameter \`q\` of lists.`),
  offset: z.coerce.number().int().min(0).max(1_000_000).describe('Number of utterances to skip.').default(0),
  limit: z.coerce.number().int().min(1).max(100).describe('Maximum number of utterances.').default(20),
})

const range = z
  .strictObject({
    from: z.int().min(0).describe('Start of the range.'),
    to: z.int().min(0).describe('End of the range, exclusive.'),
  })
  .meta({ id: 'MatchRange', description: 'A range of a text, in UTF-16 code units.' })

const match = z
  .strictObject({
    utterance: z.int().min(0).describe('Index of the utterance in the newest revision of the transcript.'),
    start: startTime.describe('Start of the first word found, in seconds from the start of the audio.'),
    end: endTime.describe('End of the last word found, in seconds from the start of the audio.'),
    channel: z.int().min(0).describe('The channel, counted from 0.'),
    speaker: z.int().min(0).optional().describe('The speaker, counted from 0; absent for none.'),
    text: z
      .string()
      .max(MAX_SNIPPET)
      .describe(
        'The text of the utterance; if it is too long, the part around the first word found, with `…` where it is cut.',
      ),
    ranges: z.array(range).min(1).describe('The positions in `text` of the words found, in order.'),
  })
  .meta({ id: 'Match', description: 'An utterance in which words were found.' })

export const matchPage = z
  .strictObject({
    total: z.int().min(0).describe('Number of utterances in which words were found, on all pages together.'),
    items: z.array(match).describe('The utterances, ordered by start time.'),
  })
  .meta({ id: 'MatchPage', description: 'A page of the utterances in which words were found.' })
export type Match = z.infer<typeof match>
export type MatchPage = z.infer<typeof matchPage>
