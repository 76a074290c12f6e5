/** A language model for tests with scripted answers, which are checked like those of a real one. */
import type { LanguageModel, Question } from '../language-model.ts'

export type Asked = Pick<Question<unknown>, 'name' | 'instructions' | 'text'>

/** @param answer returns the answer to a question; an error is thrown */
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
      const scripted = answer(question)
      if (scripted instanceof Error) throw scripted
      return question.answer.parse(scripted)
    },
  }
}
