/** The answer of a language model to a prompt about a text of any length. */
import { z } from 'zod'
import { inParts } from './in-parts.ts'
import type { LanguageModel } from './language-model.ts'

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
 * further questions.
 * @param lines of the text; none is longer than `model.maxCharacters`
 * @returns empty when nothing in the text has to do with the prompt
 * @throws EnrichmentError when the model fails
 */
export async function promptAnswer(
  prompt: string,
  lines: readonly { readonly text: string }[],
  model: LanguageModel,
  signal: AbortSignal,
): Promise<string> {
  const ask = async (instructions: string, text: string) => {
    const question = {
      name: 'prompt_answer',
      instructions: `${instructions}\n\nTask: ${prompt}`,
      text,
      answer: response,
    }
    return (await model.ask(question, signal)).response.trim()
  }
  let parts = inParts(lines, model.maxCharacters).map(joined)
  let instructions = parts.length > 1 ? PART : WHOLE
  while (parts.length > 0) {
    const answers = await Promise.all(parts.map(async (part) => ask(instructions, part)))
    const found = answers.filter((answer) => answer !== '')
    const [only] = found
    if (only === undefined) return ''
    // Of one part, it is the answer for that part, which may speak of the others as if they did not exist.
    if (answers.length === 1) return only
    parts = mergeable(found, model.maxCharacters)
    instructions = MERGE
  }
  return ''
}

function joined(part: readonly { readonly text: string }[]): string {
  return part.map(({ text }) => text).join('\n')
}

/** Answers in parts of at least two, so that each round leaves at most half as many, and the last one. */
function mergeable(answers: readonly string[], maxCharacters: number): string[] {
  // Two of them, their titles and the line between them have room in one question.
  const room = Math.floor(maxCharacters / 2) - TITLE_ROOM
  const titled = answers.map((answer, index) => ({ text: `Part ${index + 1}:\n${answer.slice(0, room)}` }))
  return inParts(titled, maxCharacters).map(joined)
}

const TITLE_ROOM = 16
