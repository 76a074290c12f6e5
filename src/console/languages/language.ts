/** The language of the interface, and its texts. */
import { computed, signal } from '@preact/signals'
import { language as chosen } from '../preferences.ts'
import { en, type Messages } from './en.ts'
import { ui } from './en-ui.ts'
import { type Plural, pluralIn } from './plural.ts'

/** Languages by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
type Language = keyof typeof LANGUAGES

type Dictionary = (plural: Plural) => Messages

/** English is part of the bundle; the others are loaded when needed. */
const DICTIONARIES: Readonly<Record<Language, () => Promise<Dictionary>>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** The locales that the browser prefers, such as `en-GB`. */
const preferred = navigator.languages

/** The first of the browser's preferred languages that exists, or else English. */
const ofBrowser = preferred.map((locale) => locale.split('-')[0] ?? '').find(isLanguage) ?? 'en'

const localeOf = (language: Language): string =>
  preferred.find((one) => one === language || one.startsWith(`${language}-`)) ?? language

interface Loaded {
  readonly locale: string
  readonly messages: Messages
}

const loadedIn = (at: string, dictionary: Dictionary): Loaded => ({
  locale: at,
  messages: dictionary(pluralIn(at)),
})

/** Until a language is started, only the shared texts. The reference page starts none, and its bundle has no others. */
const loaded = signal<Loaded>({ locale: localeOf('en'), messages: { ui } as Messages })

/** The texts of the interface. */
export const t = (): Messages => loaded.value.messages

/** The locale of numbers and times: the language of the interface in the browser's region. */
export const locale = computed(() => loaded.value.locale)

const wanted = computed((): Language => (isLanguage(chosen.value) ? chosen.value : ofBrowser))

/** Resolves once the wanted language is shown. If it cannot be loaded, the previous one stays. */
async function load(code: Language): Promise<void> {
  try {
    const dictionary = await DICTIONARIES[code]()
    if (wanted.peek() !== code) return
    loaded.value = loadedIn(localeOf(code), dictionary)
    document.documentElement.lang = code
  } catch {
    // Choosing the language again retries.
  }
}

/** Shows the wanted language, and follows later choices. Called once; resolves once the first is shown. */
export async function startLanguage(): Promise<void> {
  // Shown if the wanted language cannot be loaded.
  loaded.value = loadedIn(localeOf('en'), en)
  await load(wanted.peek())
  wanted.subscribe((code) => void load(code))
}
