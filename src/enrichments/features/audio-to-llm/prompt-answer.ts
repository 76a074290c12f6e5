/** The answer of a language model to a prompt about a transcript of any length. */
import { z } from 'zod'
import { toChunks } from '../../../text/text-chunks.ts'
import type { LanguageModel } from '../../../models/language/language-model.ts'

const response = z.object({ response: z.string().describe('The answer; empty if there is none.') })

const WHOLE =
  'Do the following task with the given transcript. Use only what it says; ' +
  'answer in the language of the task unless the task asks for another.'

const PART =
  'Do the following task with one part of a longer transcript. Use only what this part says, include everything that ' +
  'is relevant to the task, and be brief. If nothing in this part is relevant, the response is empty.'

const MERGE =
  'Below are the answers to the following task for the consecutive parts of one transcript, in order. Merge them into ' +
  'one answer for the whole transcript: do not repeat anything, leave anything out or add anything. ' +
  'Answer in the language of the task unless the task asks for another.'

/**
 * Answers a prompt about a text. If the text is too long for one request, asks about each part and merges the answers
 * with further requests. Answers that exceed the requested length may be truncated when merged.
 * @param parts of the text, none longer than `model.maxCharacters`
 * @returns empty if the text has no answer
 * @throws EnrichmentError if the model fails
 */
export async function promptAnswer(
  prompt: string,
  parts: readonly string[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const { maxCharacters } = model
  // If one part fails, the requests for the others are aborted.
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const ask = async (task: string, text: string) => {
    const instructions = `${task}\n\nTask: ${prompt}`
    const answer = await model.ask({ name: 'prompt_answer', instructions, text, answer: response }, either)
    return answer.response.trim()
  }
  try {
    if (parts.length <= 1) return parts[0] === undefined ? '' : await ask(WHOLE, parts[0])
    const brief = `Use at most ${Math.floor(maxCharacters / 2 / CHARACTERS_PER_WORD)} words.`
    const answers = await Promise.all(parts.map(async (part) => ask(`${PART} ${brief}`, part)))
    return await mergeAnswers(answers, maxCharacters, async (text) => ask(`${MERGE} ${brief}`, text))
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

/** For English, including a space. */
const CHARACTERS_PER_WORD = 6

/** Merges the answers for the parts into one, in as many rounds as necessary. */
async function mergeAnswers(
  answers: readonly string[],
  maxCharacters: number,
  merge: (text: string) => Promise<string>,
): Promise<string> {
  let remaining = answers.filter((answer) => answer !== '')
  // Even a single answer is rewritten, because it refers to its part.
  do {
    const groupsOf = (maxLength: number) =>
      toChunks(
        remaining.map((answer, index) => `Part ${index + 1}:\n${answer}`.slice(0, maxLength)),
        maxCharacters,
        '\n',
      )
    const whole = groupsOf(maxCharacters)
    // If no two answers fit into one request, they are cut to half its length, so that each round reduces their number.
    const isEnough = whole.length < Math.max(2, remaining.length)
    const groups = isEnough ? whole : groupsOf(Math.floor(maxCharacters / 2) - 1)
    const merged = await Promise.all(groups.map(merge))
    remaining = merged.filter((answer) => answer !== '')
  } while (remaining.length > 1)
  return remaining[0] ?? ''
}
