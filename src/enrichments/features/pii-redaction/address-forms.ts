/** Finds parts of addresses by their form: "42 Larkfield Road", "flat three B", "SK4 3PT". */
import { spansOf, type TextRange } from '../../entities/entity-span.ts'
import { SPOKEN_GROUP } from './digit-runs.ts'
import { isOfCompany } from './proper-words.ts'

/** In either case, because the rest of the forms depends on capitals. */
const GROUP = SPOKEN_GROUP.replaceAll(/(?<=[(|])[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`)
const NUMBER = `(?:\\d{1,6}|${GROUP}(?:[ -](?:hundred|and|${SPOKEN_GROUP})){0,9})(?: ?[A-Za-z]\\b)?`
const STREET =
  '(?:Street|Road|Avenue|Lane|Drive|Close|Court|Crescent|Terrace|Grove|Gardens|Mews|Boulevard|Highway|Parade|Square|Place|Way|Hill|Rise|Row|Walk|Park|Circle|Trail|Parkway|Wharf|Quay|Cottages?|Estate|Rd|St|Ave|Dr|Blvd|Ln)'
/** The last words of house and street names that follow a number. */
const HOUSES =
  '(?:Bank|House|Lodge|Hall|View|Green|Fields?|Meadows?|End|Yard|Gate|Heights|Villas|Brow|Buildings?|Mill|Vale|Croft|Mount|Dale|Common|Wood|Farm)'
const NAMES = "(?:\\p{Lu}[\\p{L}'’]{1,30} ){1,3}"
const LAST_NAME = "\\p{Lu}[\\p{L}'’]+(?!\\p{L})"
const FORMS = [
  `(?<!\\p{L})${NUMBER} and a half(?=,? \\p{Lu})`,
  `(?<!\\p{L})${NUMBER},? (?:North|South|East|West) (?:${NAMES})?${LAST_NAME}`,
  `(?<=\\b(?:going|goes|sent|send it|ship\\p{L}*|deliver\\p{L}*|mail\\p{L}*|post\\p{L}*) to )${NUMBER},? (?:${NAMES})?${LAST_NAME}`,
  `(?:(?<!\\p{L})${NUMBER},? )?(?:(?:North|South|East|West) )?(?<!\\p{L})(?!(?:On|In|At|The|And|My|It|That|This|Your)\\b)${NAMES}${STREET}(?!\\p{L})`,
  `(?<!\\p{L})${NUMBER},? ${NAMES}${HOUSES}(?!\\p{L})`,
  `(?<!\\p{L})(?:[Ff]lat|[Uu]nit|[Aa]partment|[Aa]pt|[Ss]uite|[Hh]ouse number|[Dd]oor number|[Ll]ot) (?:number )?${NUMBER}`,
  `(?<=\\b(?:[Ll]ives? at|[Ll]iving at) )${NUMBER}(?!\\p{L})`,
  // "he's at thirteen B", but not "it's at eight".
  `(?<=(?:'s|is) at )${NUMBER.replace(/\?$/, '')}(?!\\p{L})`,
  '(?<![\\p{L}\\d])[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}(?![\\p{L}\\d])',
  '(?<!\\p{L})(?:red|blue|green|yellow|white|black|pink|grey|gray|brown|orange|purple) (?:house|door|gate|bungalow|cottage)\\b',
].map((source) => new RegExp(source, 'gu'))

/** The parts of addresses in a text. */
export function spokenAddresses(text: string): TextRange[] {
  return FORMS.flatMap((form) => spansOf(text, form, 'LOCATION')).filter((range) => !isOfCompany(text, range))
}
