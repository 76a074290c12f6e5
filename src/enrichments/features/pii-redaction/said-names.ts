/** Names that are said in answer to a request for one. */
import { textBefore } from '../../entities/entity-span.ts'
import type { SpokenName } from '../../entities/name-parts.ts'
import type { Answer } from './answers.ts'

/** The names among answers; words with nothing but a space between them are one name. */
export function namesAmong(answers: readonly Answer[]): SpokenName[] {
  const names: (SpokenName & { readonly answer: Answer })[] = []
  for (const answer of answers) {
    const { searched, kind, from, to } = answer
    const text = searched.text.slice(from, to)
    if (kind !== 'NAME') continue
    const last = names.at(-1)
    if (last?.answer.searched === searched && searched.text.slice(last.answer.to, from) === ' ') {
      const whole = { ...answer, from: last.answer.from }
      names[names.length - 1] = { ...last, text: searched.text.slice(whole.from, to), answer: whole }
    } else names.push({ text, language: 'en', before: textBefore(searched.text, from), answer })
  }
  return names
}
