/** A language model for tests: it answers what the test says, checked as a real one is. */
import type { LanguageModel, Question } from '../language-model/language-model.ts'

/** What was asked. */
export type Asked = Pick<Question<unknown>, 'name' | 'instructions' | 'text'>

/** @param answer what it says to a question; thrown if it is an error */
export function scriptedModel(
  answer: (asked: Asked) => unknown,
  maxCharacters = 10_000,
): LanguageModel & { readonly asked: Asked[] } {
  const asked: Asked[] = []
  return {
    maxCharacters,
    asked,
    async ask(question) {
      asked.push(question)
      const said = answer(question)
      if (said instanceof Error) throw said
      return question.answer.parse(said)
    },
  }
}
