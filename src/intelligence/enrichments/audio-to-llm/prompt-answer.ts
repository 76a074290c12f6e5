/** The answer of a language model to a prompt about a text of any length. */
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
 * Asks about a text. One that is too long for a question is asked about part by part, and the answers are merged by
 * further questions. Of an answer that is longer than the model was told, the rest may be lost in that.
 * @param lines of the text; none is longer than `model.maxCharacters`
 * @returns empty when nothing in the text has to do with the prompt
 * @throws EnrichmentError when the model fails
 */
export async function promptAnswer(
  prompt: string,
  lines: readonly string[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const { maxCharacters } = model
  // When one part fails, no more is spent on the others.
  const failed = new AbortController()
  const either = AbortSignal.any([signal, failed.signal])
  const ask = async (task: string, text: string) => {
    const instructions = `${task}\n\nTask: ${prompt}`
    const answered = await model.ask({ name: 'prompt_answer', instructions, text, answer: response }, either)
    return answered.response.trim()
  }
  try {
    const parts = toChunks(lines, maxCharacters, '\n')
    const [whole] = parts
    if (whole === undefined) return ''
    if (parts.length === 1) return await ask(WHOLE, whole)
    const brief = `Use at most ${Math.floor(maxCharacters / 2 / CHARACTERS_PER_WORD)} words.`
    const answers = await Promise.all(parts.map(async (part) => ask(`${PART} ${brief}`, part)))
    return await merged(answers, maxCharacters, async (text) => ask(`${MERGE} ${brief}`, text))
  } catch (error) {
    failed.abort(error)
    throw error
  }
}

/** Of English, with its space. */
const CHARACTERS_PER_WORD = 6

/** One answer made of those for the parts, in as many rounds as it takes. */
async function merged(
  answers: readonly string[],
  maxCharacters: number,
  merge: (text: string) => Promise<string>,
): Promise<string> {
  let found = answers.filter((answer) => answer !== '')
  // That of a single part too: it speaks of its part.
  do {
    if (found.length === 0) return ''
    const groups = grouped(found, maxCharacters)
    found = await Promise.all(groups.map(async (group) => merge(group)))
    found = found.filter((answer) => answer !== '')
  } while (found.length > 1)
  return found[0] ?? ''
}

/** The answers with their numbers, as many together as one question takes, and in fewer groups than answers. */
function grouped(answers: readonly string[], maxCharacters: number): string[] {
  const cutTo = (room: number) =>
    toChunks(
      answers.map((answer, index) => `Part ${index + 1}:\n${answer.slice(0, room)}`),
      maxCharacters,
      '\n',
    )
  const whole = cutTo(maxCharacters - TITLE_ROOM)
  // Where no two fit into one question, they are made to.
  return whole.length < answers.length || answers.length === 1
    ? whole
    : cutTo(Math.floor(maxCharacters / 2) - TITLE_ROOM)
}

/** For the number of a part, and the lines around it. */
const TITLE_ROOM = 16
