/** E-mail addresses and URLs, as they are written and as they are said in English: "ann at example dot com". */
import * as linkify from 'linkifyjs'
import type { EntitySpan } from './entity-span.ts'

/** What `text` has of them; may overlap, the likelier ones first. */
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

/** "I said ok.So he left": two sentences, and no domain. */
const MISSING_SPACE = /^[^/:]*\.\p{Lu}\p{Ll}*$/u

const LABEL = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'
const DOTTED = `${LABEL}(?:(?: dot |\\.)${LABEL})+`
const JOINT = '(?: dot | underscore | dash | hyphen | minus | plus |[._+-])'
/** A domain of two or three words is often heard as words: "brightside dental dot com". */
const SPOKEN_EMAIL = new RegExp(
  `\\b(${LABEL}(?:${JOINT}${LABEL})*)(?: at | ?@ ?)((?:${LABEL} ){0,2}${DOTTED})\\b`,
  'gi',
)
const SPOKEN_URL = new RegExp(
  `\\b(?:(?:w ?w ?w|triple w|double u double u double u)(?: dot |\\.))?${LABEL} dot ${LABEL}(?: dot ${LABEL})*(?: slash ${LABEL})*\\b`,
  'gi',
)

function* spokenAddresses(text: string): Generator<EntitySpan> {
  if (!/ dot | ?@ ?/i.test(text)) return
  yield* spokenEmails(text, false)
  for (const match of text.matchAll(SPOKEN_URL))
    if (isDomain(match[0])) yield { type: 'URL', from: match.index, to: match.index + match[0].length }
}

/**
 * The e-mail addresses that are said.
 * @param inDoubt whether to take "ann at example dot com" for one where it may as well say where Ann is
 */
export function spokenEmails(text: string, inDoubt: boolean): EntitySpan[] {
  const found: EntitySpan[] = []
  for (let at = 0; ;) {
    SPOKEN_EMAIL.lastIndex = at
    const match = SPOKEN_EMAIL.exec(text)
    if (!match) return found
    const [whole, local = '', domain = ''] = match
    const to = match.index + whole.length
    const isLikely =
      inDoubt || /[^a-z]/i.test(local) || whole.includes('@') || EMAIL_CUE.test(text.slice(0, match.index))
    const isOne = isLikely && !NO_MAILBOX.test(local) && isDomain(domain)
    if (isOne) found.push({ type: 'EMAIL_ADDRESS', from: match.index, to })
    // "mail me at ann dot lee at example dot com": what is none by itself may have one in it.
    at = isOne ? to : to - domain.length
  }
}

/** Said before an address: "e-mail me at", "my address is", "it's". */
const EMAIL_CUE =
  /(?:\be-?mail|\bmail|\baddress|\bwrite|\bwriting|\bsend|\bcontact|\bis|\bit's)\b[^.?!]{0,30}$|^\s*$/i

/** "look at example dot com", "I'm at example dot com", "mail me at example dot com". */
const NO_MAILBOX =
  /^(?:look|looking|looks|arrive|shop|buy|online|us|me|him|her|them|it|is|are|was|be|am|order|found|available)$/i

/** Whether the last part is a top-level domain, by the list that linkifyjs has of them. */
function isDomain(spoken: string): boolean {
  const [written = ''] = spoken
    .replaceAll(/ dot /gi, '.')
    .replaceAll(/ slash .*$/gi, '')
    .split('/')
  return linkify.test(written.replaceAll(' ', '').toLowerCase(), 'url')
}
