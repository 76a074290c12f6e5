/**
 * Finds values that are said in answer to a request, or after words that announce them: "And the postcode?" – "SK4, then
 * three P for Peter". They may come in pieces, and be read back and corrected, until the conversation moves on.
 */
import { perObject } from '../../../text/memoise.ts'
import { englishQuantities } from '../../entities/english-quantities.ts'
import { type EntitySpan, overlapsAny, textBefore, type TextRange } from '../../entities/entity-span.ts'
import { spokenAddresses } from './address-forms.ts'
import {
  agesIn,
  datePartsIn,
  floorsIn,
  isCalendarDate,
  lettersOfNames,
  mailboxesIn,
  numberedMailboxesIn,
  underscoredIn,
  wordsBeside,
} from './answer-forms.ts'
import { kindOfCode } from './code-kinds.ts'
import { type Code, codesIn } from './codes.ts'
import { conversationOf, type Passage } from './conversation.ts'
import { comparisonsIn, isMeasured } from './measures.ts'
import { isNameHere, properWords } from './proper-words.ts'
import type { SearchableText } from './searchable-text.ts'
import { type Kind, type Stretch, Topics } from './topics.ts'
import type { SpokenName } from '../../entities/name-parts.ts'

export interface Answer extends TextRange {
  readonly searched: SearchableText
  readonly kind: Kind
}

/** The answers in the texts of an English conversation. */
export function answersIn(texts: readonly SearchableText[]): Answer[] {
  const topics = new Topics()
  const read = new Map(texts.map(({ text }, index) => [texts[index]!, { codes: codesIn(text), next: 0 }]))
  return conversationOf(texts).flatMap((passage) => {
    const { searched, from, to } = passage
    const { codes, next } = read.get(searched)!
    let end = next
    while (end < codes.length && codes[end]![0]!.from < to) end++
    const own = codes.slice(next, end)
    // A code that continues in the next passage is also read there.
    const goesOn = own.length > 0 && own.at(-1)!.at(-1)!.to > to
    read.set(searched, { codes, next: goesOn ? end - 1 : end })
    const found = foundIn(passage, topics.stretchesOf(passage), own)
    const price = quantitiesIn(passage).findLast(({ type }) => type === 'MONEY')
    topics.goOn(passage, {
      hasValue: found.some(({ kind }) => kind !== 'NAME'),
      hasNumber: own.length > 0,
      price: price && price.from - from,
    })
    return found
  })
}

function foundIn(passage: Passage, stretches: readonly Stretch[], codes: readonly Code[]): Answer[] {
  const { searched, to } = passage
  const found: Answer[] = []
  const add = (kind: Kind, ranges: readonly TextRange[]) =>
    found.push(...ranges.map((range) => ({ searched, kind, from: range.from, to: range.to })))
  add('ADDRESS', within(passage, spokenAddresses))
  add('AGE', within(passage, agesIn))
  add('EMAIL', within(passage, underscoredIn))
  add('SPELLING', within(passage, lettersOfNames))
  const counted = [
    ...quantitiesIn(passage).filter(({ type }) => type === 'MONEY' || type === 'TIME'),
    ...within(passage, comparisonsIn),
  ]
  const dates = quantitiesIn(passage).filter(({ type }) => type === 'DATE')
  const isCounting = counted.length > 0 || codes.some((code) => isMeasured(code, searched.text))
  for (const stretch of stretches) {
    const { topics, hasPerson } = stretch
    for (const topic of topics.length > 0 ? topics : [undefined]) {
      const isDated = topic === 'DOB' || topic === 'EXPIRY' || topic === 'CARD'
      const taken = isDated ? counted : [...counted, ...dates]
      const parts = codes.map((code) => code.filter((group) => isIn(group, stretch)))
      const beside = wordsBeside(
        searched.text.slice(stretch.from, stretch.to),
        parts.flat().map((group) => shifted(group, -stretch.from)),
      )
      for (const [index, part] of parts.entries()) {
        const code = codes[index]!
        if (part.length === 0 || isTaken(part, taken) || isMeasured(code, searched.text)) continue
        const kind = kindOfCode(code, searched.text, topic, isCounting ? Infinity : beside)
        if (kind !== undefined) add(kind, unbroken(part, searched.text))
      }
      if (isDated)
        add(
          topic,
          within({ ...stretch, searched }, (text) => datePartsIn(text, beside)),
        )
      if (topic === 'DOB')
        add(
          topic,
          dates.filter(
            (range) => isIn(range, stretch) && isCalendarDate(searched.text.slice(range.from, range.to)),
          ),
        )
      if (topic === 'ADDRESS') add(topic, within({ ...stretch, searched }, floorsIn))
      if (topic === 'EMAIL' || topic === 'ADDRESS' || topic === 'NAME')
        add('EMAIL', within({ ...stretch, searched }, mailboxesIn))
      if (topic === 'EMAIL' && stretch.to === to)
        add(topic, within({ ...stretch, searched }, numberedMailboxesIn))
      if (topic !== 'NAME' && topic !== 'ADDRESS' && !hasPerson) continue
      const others = taken.filter((one) => !isMonthAlone(one, searched.text))
      add(
        topic === 'ADDRESS' ? topic : 'NAME',
        properWordsIn(passage).filter((range) => isIn(range, stretch) && !overlapsAny(range, others)),
      )
    }
  }
  return found
}

const properWordsIn = perObject((passage: Passage) => properWords(passage.searched.text, passage))

const quantitiesIn = perObject((passage: Passage): EntitySpan[] => within(passage, englishQuantities))

/** Translates what is found in the text of a passage to its position in the whole text. */
function within<Range extends TextRange>(
  { searched, from, to }: Passage,
  find: (text: string) => readonly Range[],
): Range[] {
  return find(searched.text.slice(from, to)).map((range) => shifted(range, from))
}

function shifted<Range extends TextRange>(range: Range, by: number): Range {
  return { ...range, from: range.from + by, to: range.to + by }
}

function isIn({ from }: TextRange, stretch: TextRange): boolean {
  return from >= stretch.from && from < stretch.to
}

/**
 * Returns true if a sum, a time or a date overlaps a code without being in one of its groups: "N for November" is not a
 * month.
 */
function isTaken(code: Code, taken: readonly TextRange[]): boolean {
  return taken.some(
    (one) => overlapsAny(one, code) && !code.some(({ from, to }) => from < one.from && one.to <= to),
  )
}

/** "April", which may also be a person. */
function isMonthAlone(range: TextRange, text: string): boolean {
  return /^\p{L}+$/u.test(text.slice(range.from, range.to)) && isNameHere(text, range)
}

/** The parts of a code without words between its groups; splits at "and" in "A B C, and D E F". */
function unbroken(code: Code, text: string): TextRange[] {
  const ranges: TextRange[] = []
  for (const { from, to } of code) {
    const last = ranges.at(-1)
    const isBroken = last && /\b(?:and|then|um|uh|em|er|erm)\b/i.test(text.slice(last.to, from))
    if (last && !isBroken) ranges[ranges.length - 1] = { from: last.from, to }
    else ranges.push({ from, to })
  }
  return ranges
}

/** The names among answers; words separated only by a space are one name. */
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
