/**
 * Where sentences end. The library sentencex knows the abbreviations of many languages, but takes each of them for one
 * wherever it stands: in English also "no.", "me.", "may." and "ok." (129 of the short words in a vocabulary of 32,000),
 * and a sentence may well end with "p.m." or "U.S.". What comes next tells: within a sentence, a word with a capital is
 * a name; a pronoun or the like has one only where a sentence begins.
 */
import { segment } from 'sentencex'

/** Which of some words, each with its own space and punctuation, begin a sentence. The first always does. */
export function sentenceStarts(words: readonly string[], language: string): boolean[] {
  const bare = words.map((word) => word.replaceAll(QUOTES, ''))
  const borders = segmentBorders(bare.join(''), language)
  const rules = RULES[language] ?? {}
  let border = borders.next()
  let offset = 0
  let endOfLast = 0
  return bare.map((word, index) => {
    // A border may have white space at either side; one inside a word, such as a domain, is none.
    const start = offset + (word.length - word.trimStart().length)
    while (!border.done && border.value < endOfLast) border = borders.next()
    const isBorder = !border.done && border.value <= start
    endOfLast = offset + word.trimEnd().length
    offset += word.length
    const before = words[index - 1]
    return before === undefined || corrected(isBorder, before.trim(), (words[index] ?? '').trim(), rules)
  })
}

/**
 * Quotation marks and brackets. Within them sentencex finds no borders, up to the end of the text if one is left open,
 * and some of their orders crash it (9 of 60,000 random texts; none without them).
 */
const QUOTES = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']/gu

/**
 * How much text sentencex is given at once, in UTF-16 units: it works on 10 KB at a time, and ends a sentence wherever
 * such a block ends.
 */
const WINDOW = 2000

/** The offsets at which sentencex ends a sentence. */
function* segmentBorders(text: string, language: string): Generator<number, undefined> {
  let offset = 0
  while (offset < text.length) {
    const isToTheEnd = offset + WINDOW >= text.length
    const found = segment(language, text.slice(offset, offset + WINDOW))
    // The last one may go on after the window, so the next window begins with it, or after it if it fills the window.
    const whole = isToTheEnd ? found : found.slice(0, -1)
    for (const { length } of whole) yield (offset += length)
    if (whole.length === 0) offset += WINDOW
  }
}

interface Rules {
  /** Abbreviations that something always follows, in lower case, without the last dot. */
  neverLast?: ReadonlySet<string>
  /** Words that sentencex takes for abbreviations and that are usually none. */
  ordinary?: ReadonlySet<string>
  /** Words that have a capital only where a sentence begins, in lower case. */
  starters?: ReadonlySet<string>
}

function corrected(isBorder: boolean, before: string, after: string, rules: Rules): boolean {
  if (TRAILS_OFF.test(before) && GOES_ON.test(after)) return false
  const stem = ABBREVIATION.exec(before)?.[1]?.toLowerCase()
  if (stem === undefined) return isBorder
  if (rules.neverLast?.has(stem)) return false
  if (isBorder || !/^\P{L}*\p{Lu}/u.test(after)) return isBorder
  const next = /\p{L}+/u.exec(after)?.[0].toLowerCase() ?? ''
  return (rules.ordinary?.has(stem) ?? false) || (rules.starters?.has(next) ?? false)
}

/** The end of a quotation, or of a thought: "Are you ok?" he asked. Well... maybe. 「はい。」と言った。 */
const TRAILS_OFF = /(?:\.\.|…|[\p{Pe}\p{Pf}"'])$/u
const GOES_ON = /^(?:\p{Ll}|と|って)/u
const ABBREVIATION = /^\P{L}*(\p{L}[\p{L}.]*)\.$/u

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
