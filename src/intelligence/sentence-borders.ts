/**
 * Where sentences end. The library sentencex knows the abbreviations of some 240 languages, but takes each of them for
 * one wherever it stands: of the 20 commonest English words that it takes for abbreviations ("no.", "me.", "may.",
 * "ok." …) speech is full, and a sentence may well end with "p.m." or "U.S.". What comes next tells: after an
 * abbreviation that goes on, a capital belongs to a name; after one that ends, to a pronoun or the like.
 */
import { segment } from 'sentencex'

/** Which of some words, each with its own space and punctuation, begin a sentence. The first always does. */
export function sentenceStarts(words: readonly string[], language: string): boolean[] {
  const borders = segmentBorders(words.join(''), language)
  const rules = RULES[language] ?? {}
  let offset = 0
  let border = borders.next()
  return words.map((word, index) => {
    const start = offset + (word.length - word.trimStart().length)
    const before = words[index - 1]
    // sentencex puts white space at either side of a border, and may see one inside a word, such as a domain.
    const isAfter = offset - (before === undefined ? 0 : before.length - before.trimEnd().length)
    while (!border.done && border.value < isAfter) border = borders.next()
    const found = !border.done && border.value <= start
    offset += word.length
    return before === undefined || corrected(found, before.trim(), word.trim(), rules)
  })
}

/** The offsets at which sentencex ends a sentence. */
function* segmentBorders(text: string, language: string): Generator<number, undefined> {
  let offset = 0
  for (const sentence of segment(language, text)) yield (offset += sentence.length)
}

interface Rules {
  /** Abbreviations that something always follows, in lower case, without the last dot. */
  neverLast?: ReadonlySet<string>
  /** Words that sentencex takes for abbreviations and that are usually none. */
  ordinary?: ReadonlySet<string>
  /** Words that have a capital only where a sentence begins, in lower case. */
  starters?: ReadonlySet<string>
}

function corrected(found: boolean, before: string, after: string, rules: Rules): boolean {
  const stem = /^[\p{Ps}\p{Pi}"']*(?<stem>\p{L}[\p{L}.]*)\.$/u.exec(before)?.groups?.['stem']?.toLowerCase()
  if (stem === undefined) return found
  if (rules.neverLast?.has(stem)) return false
  if (found || !/^[\p{Ps}\p{Pi}"']*\p{Lu}/u.test(after)) return found
  const next = /\p{L}+/u.exec(after)?.[0].toLowerCase() ?? ''
  return (rules.ordinary?.has(stem) ?? false) || (rules.starters?.has(next) ?? false)
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const RULES: Partial<Record<string, Rules>> = {
  en: {
    neverLast: setOf('approx capt dr e.g gen gov hon i.e lt mr mrs ms prof rep rev sen sgt vs'),
    ordinary: setOf('art con etc ill may me no ok'),
    starters: setOf(
      'a after all also an and another any are as at because but can could did do does every everybody everyone for ' +
        'from had has have he her here his how i if in is it its just let like many maybe my no not nobody now of ' +
        'okay on or our please she should so some somebody someone sometimes still that the their then there ' +
        'these they this those to was we well were what when where which while who why with would yeah yes yet ' +
        'you your',
    ),
  },
  fr: {
    neverLast: setOf('dr m me mlle mm mme mmes st ste'),
    starters: setOf(
      'alors au aussi avec ce cela ces cette c comment d dans donc elle elles en ensuite est et il ils j je l la ' +
        'le les leur lui ma mais mes mon n non nous on ou oui où par parce puis pour pourquoi qu quand que qui s sa ' +
        'ses si son sur ton tu un une vous y ça',
    ),
  },
  de: {
    neverLast: setOf('bzw ca d.h dr fr hr prof z.b'),
    starters: setOf(
      'aber als also auch auf bei da dann das dem den der deshalb die dieser dies doch du ein eine er es für ich ihr ' +
        'im in ist ja jetzt kein man mein mit nach nein nicht nun ob oder sie so und uns von warum was weil wenn wer ' +
        'wie wir wo zu',
    ),
  },
  es: {
    neverLast: setOf('d dr dra sr sra srta ud uds'),
    starters: setOf(
      'a además ahora al así aunque como con cuando de desde después el ella ellos en entonces era eres es esa ese ' +
        'eso esta este esto hay he la las les lo los luego me mi muy más ni no nos nosotros o para pero por porque ' +
        'pues que quien se si sí su sus también te tengo tiene tu tú un una usted y ya yo',
    ),
  },
}
