/** The answer of a language model to a prompt about a transcript of any length. */
import { z } from 'zod'
import { toChunks } from '../../text/text-chunks.ts'
import type { LanguageModel } from '../../language-model/language-model.ts'

const response = z.object({ response: z.string().describe('The answer; empty if there is none.') })

const WHOLE =
  'Do the following task with the transcript that you are given. Keep to what it says; ' +
  'answer in the language of the task unless that asks for another.'

const PART =
  'Do the following task with one part of a longer transcript. Keep to what this part says, leave out nothing that ' +
  'the task is about, and be brief. If nothing in this part is about it, the response is empty.'

const MERGE =
  'Below are the answers to the following task for the consecutive parts of one transcript, in their order. Make one ' +
  'answer for the whole transcript of them: nothing twice, nothing left out, nothing that is in none of them. ' +
  'Answer in the language of the task unless that asks for another.'

/**
 * Answers a prompt about a text. If the text is too long for one request, each part is asked about, and the answers are
 * merged by further requests. Answers longer than the model was instructed may be truncated in merging.
 * @param lines of the text, none longer than `model.maxCharacters`
 * @returns empty if the text has no answer
 * @throws EnrichmentError when the model fails
 */
export async function promptAnswer(
  prompt: string,
  lines: readonly string[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const { maxCharacters } = model
  // When one part fails, the requests for the others are aborted.
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const ask = async (task: string, text: string) => {
    const instructions = `${task}\n\nTask: ${prompt}`
    const answer = await model.ask({ name: 'prompt_answer', instructions, text, answer: response }, either)
    return answer.response.trim()
  }
  try {
    const parts = toChunks(lines, maxCharacters, '\n')
    const [whole] = parts
    if (whole === undefined) return ''
    if (parts.length === 1) return await ask(WHOLE, whole)
    const brief = `Use at most ${Math.floor(maxCharacters / 2 / CHARACTERS_PER_WORD)} words.`
    const answers = await Promise.all(parts.map(async (part) => ask(`${PART} ${brief}`, part)))
    return await mergeAnswers(answers, maxCharacters, async (text) => ask(`${MERGE} ${brief}`, text))
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

/** In English, with a space. */
const CHARACTERS_PER_WORD = 6

/** Merges the answers for the parts into one, in as many rounds as necessary. */
async function mergeAnswers(
  answers: readonly string[],
  maxCharacters: number,
  merge: (text: string) => Promise<string>,
): Promise<string> {
  let remaining = answers.filter((answer) => answer !== '')
  // A single answer is rewritten, too: it refers to its part.
  do {
    if (remaining.length === 0) return ''
    const groups = groupAnswers(remaining, maxCharacters)
    remaining = await Promise.all(groups.map(async (group) => merge(group)))
    remaining = remaining.filter((answer) => answer !== '')
  } while (remaining.length > 1)
  return remaining[0] ?? ''
}

/** The numbered answers, as many in a group as fit into one request, and in fewer groups than answers. */
function groupAnswers(answers: readonly string[], maxCharacters: number): string[] {
  const groupsOf = (maxLength: number) =>
    toChunks(
      answers.map((answer, index) => `Part ${index + 1}:\n${answer.slice(0, maxLength)}`),
      maxCharacters,
      '\n',
    )
  const whole = groupsOf(maxCharacters - TITLE_CHARACTERS)
  // If no two answers fit into one request, they are cut to half its length.
  return whole.length < answers.length || answers.length === 1
    ? whole
    : groupsOf(Math.floor(maxCharacters / 2) - TITLE_CHARACTERS)
}

/** For the heading of a part and its line breaks. */
const TITLE_CHARACTERS = 16
