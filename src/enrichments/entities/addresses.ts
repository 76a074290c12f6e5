/** Finds e-mail addresses and URLs, written or spoken in English: "ann at example dot com". */
import * as linkify from 'linkifyjs'
import { type EntitySpan, spansOf, textBefore } from './entity-span.ts'

/** The addresses in a text, the likelier ones first; they may overlap. */
export function* addresses(text: string): Generator<EntitySpan> {
  if (/[^\s.][.@][^\s.]|:\/\//.test(text)) yield* writtenAddresses(text)
  yield* spokenAddresses(text)
}

function* writtenAddresses(text: string): Generator<EntitySpan> {
  for (const { type, value, start, end } of linkify.find(text)) {
    if (type === 'email') yield { type: 'EMAIL_ADDRESS', from: start, to: end }
    else if (type === 'url' && !MISSING_SPACE.test(value)) yield { type: 'URL', from: start, to: end }
  }
}

/** "I said ok.So he left": two sentences, not a domain. */
const MISSING_SPACE = /^[^/:]*\.\p{Lu}\p{Ll}*$/u

// Every repetition is bounded, so that the time for a text is linear in its length. RFC 1035 limits labels to 63
// characters, RFC 5321 the part before the @ to 64.
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const DOTTED = `${LABEL}(?:(?: dot |\\.)${LABEL}){1,8}`
const NUMBER =
  'zero|oh|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|' +
  '(?:twen|thir|for|fif|six|seven|eigh|nine)ty'
/** Excludes hyphens, which count as separators. A spoken number may follow. */
const LOCAL = `[a-z0-9]{1,64}(?: (?:${NUMBER})\\b){0,4}`
const JOINT = '(?: dot | underscore | dash | hyphen | minus | plus |[._+]|-{1,8})'
/** Recognisers often transcribe a domain of words as words: "brightside dental dot com". */
const SPOKEN_EMAIL = new RegExp(
  `\\b(${LOCAL}(?:${JOINT}${LOCAL}){0,16})(?: at | ?@ ?)((?:${LABEL} ){0,2}${DOTTED})\\b`,
  'gi',
)
const SPOKEN_URL = new RegExp(
  `\\b(?:(?:w ?w ?w|triple w|double u double u double u)(?: dot |\\.))?${LABEL} dot ${LABEL}(?: dot ${LABEL}){0,8}(?: slash ${LABEL}){0,8}\\b`,
  'gi',
)

function* spokenAddresses(text: string): Generator<EntitySpan> {
  if (!/ dot | ?@ ?/i.test(text)) return
  yield* spokenEmails(text, false)
  yield* spansOf(text, SPOKEN_URL, 'URL').filter(({ from, to }) => isDomain(text.slice(from, to)))
}

/**
 * Spoken e-mail addresses.
 * @param includeDoubtful whether to include "ann at example dot com" where it may also say where Ann is
 */
export function spokenEmails(text: string, includeDoubtful: boolean): EntitySpan[] {
  const found: EntitySpan[] = []
  for (let at = 0; ;) {
    SPOKEN_EMAIL.lastIndex = at
    const match = SPOKEN_EMAIL.exec(text)
    if (!match) return found
    const [whole, local = '', domain = ''] = match
    const to = match.index + whole.length
    const isLikely =
      includeDoubtful ||
      /[^a-z]/i.test(local) ||
      whole.includes('@') ||
      EMAIL_CUE.test(textBefore(text, match.index))
    const isEmail = isLikely && !NOT_A_MAILBOX.test(local) && isDomain(domain)
    if (isEmail) found.push({ type: 'EMAIL_ADDRESS', from: match.index, to })
    // Text that is not an address may contain one: "mail me at ann dot lee at example dot com".
    at = isEmail ? to : to - domain.length
  }
}

/** Words before an address: "e-mail me at", "my address is", "it's". */
const EMAIL_CUE =
  /(?:\be-?mail|\bmail|\baddress|\bwrite|\bwriting|\bsend|\bcontact|\bis|\bit's)\b[^.?!]{0,30}$|^\s*$/i

/** "look at example dot com", "I'm at example dot com", "mail me at example dot com". */
const NOT_A_MAILBOX =
  /^(?:look|looking|looks|arrive|shop|buy|online|us|me|him|her|them|it|is|are|was|be|am|order|found|available)$/i

/** Returns true if it ends with a top-level domain known to linkifyjs. */
function isDomain(spoken: string): boolean {
  const [written = ''] = spoken
    .replaceAll(/ dot /gi, '.')
    .replace(/ slash [^]*/i, '')
    .split('/')
  return linkify.test(written.replaceAll(' ', '').toLowerCase(), 'url')
}
