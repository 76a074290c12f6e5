/** The languages that a request can name. */
import { z } from 'zod'
import { similarName } from './similar-name.ts'

/** A similar language is suggested only for the first entries of a list, since each search takes time. */
const MAX_HINTS = 100

// zod's own message would list all codes.
const error = ({ input, path = [] }: Pick<z.core.$ZodRawIssue, 'input' | 'path'>): string => {
  const isFarDown = path.some((step) => typeof step === 'number' && step >= MAX_HINTS)
  const meant = typeof input === 'string' && !isFarDown ? codeOfName(input) : undefined
  return `must be a language code such as "en"${meant === undefined ? '' : `: did you mean "${meant}"?`}`
}

/** Languages that speech can be in: ISO 639-1, and `haw` and `jw` as Whisper spells them. */
export const languageCode = z
  .enum(
    [
      'af',
      'am',
      'ar',
      'as',
      'az',
      'ba',
      'be',
      'bg',
      'bn',
      'bo',
      'br',
      'bs',
      'ca',
      'cs',
      'cy',
      'da',
      'de',
      'el',
      'en',
      'es',
      'et',
      'eu',
      'fa',
      'fi',
      'fo',
      'fr',
      'gl',
      'gu',
      'ha',
      'haw',
      'he',
      'hi',
      'hr',
      'ht',
      'hu',
      'hy',
      'id',
      'is',
      'it',
      'ja',
      'jw',
      'ka',
      'kk',
      'km',
      'kn',
      'ko',
      'la',
      'lb',
      'ln',
      'lo',
      'lt',
      'lv',
      'mg',
      'mi',
      'mk',
      'ml',
      'mn',
      'mr',
      'ms',
      'mt',
      'my',
      'ne',
      'nl',
      'nn',
      'no',
      'oc',
      'pa',
      'pl',
      'ps',
      'pt',
      'ro',
      'ru',
      'sa',
      'sd',
      'si',
      'sk',
      'sl',
      'sn',
      'so',
      'sq',
      'sr',
      'su',
      'sv',
      'sw',
      'ta',
      'te',
      'tg',
      'th',
      'tk',
      'tl',
      'tr',
      'tt',
      'uk',
      'ur',
      'uz',
      'vi',
      'yi',
      'yo',
      'zh',
    ],
    { error },
  )
  .meta({
    id: 'TranscriptionLanguageCode',
    description: 'A spoken language: ISO 639-1, and `haw` and `jw`.',
  })
export type LanguageCode = z.infer<typeof languageCode>

/** Languages that a transcript can be translated into: all those of speech, and Wolof. */
export const translationLanguageCode = z.enum([...languageCode.options, 'wo'], { error }).meta({
  id: 'TranslationLanguageCode',
  description: 'A language to translate into: every language of speech, and `wo`.',
})
export type TranslationLanguageCode = z.infer<typeof translationLanguageCode>

/** The languages as requests may write them: in any case, with an optional region or script, which is ignored. */
export const requestedLanguage = asRequested(languageCode, 'RequestedLanguageCode')
export const requestedTranslationLanguage = asRequested(
  translationLanguageCode,
  'RequestedTranslationLanguageCode',
)

function asRequested<Codes extends Readonly<Record<string, string>>>(code: z.ZodEnum<Codes>, id: string) {
  return (
    z
      .string({ error })
      // Not a transform, with which zod would omit defaults from the OpenAPI document.
      .overwrite((text) => /^([a-z]{2,3})(?:[-_][a-z\d]{2,8})*$/i.exec(text)?.[1]?.toLowerCase() ?? text)
      .pipe(code)
      .meta({
        id,
        description: `${code.description} Capitals and regions are accepted: \`EN\` and \`en-US\` mean \`en\`.`,
        enum: code.options,
      })
  )
}

/** The code of the language whose English name, native name or ISO 639-2 code is similar to a text. */
function codeOfName(text: string): LanguageCode | undefined {
  if (/^[a-z]{3}$/.test(text))
    return languageCode.options.find((code) => code === new Intl.Locale(text).language)
  // Shorter texts are similar to too many names.
  if (text.length < 4 || text.length > 40) return undefined
  const names = new Map(
    languageNames().flatMap(({ code, english, own }) => [english, own].map((name) => [name, code] as const)),
  )
  return names.get(similarName(text, names.keys()) ?? '')
}

const englishNames = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of a language, such as `German`. */
export function languageName(code: string): string {
  return englishNames.of(code) ?? code
}

/** Every language with its English and its native name. */
export function languageNames(): { code: LanguageCode; english: string; own: string }[] {
  return languageCode.options.map((code) => ({
    code,
    english: languageName(code),
    own: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code,
  }))
}

/** The code of the language with this English or native name, ignoring case. */
export function languageNamed(text: string): LanguageCode | undefined {
  const name = text.toLowerCase()
  return languageNames().find(({ english, own }) => [english, own].some((one) => one.toLowerCase() === name))
    ?.code
}
