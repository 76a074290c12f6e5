/** The language of the interface, and what is written in it. */
import { computed, signal } from '@preact/signals'
import { language as chosen } from '../preferences.ts'
import { en, type Messages } from './en.ts'
import { ui } from './en-ui.ts'
import { type Plural, pluralIn } from './plural.ts'

/** Each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' } as const
type Language = keyof typeof LANGUAGES

type Dictionary = (plural: Plural) => Messages

/** All but English, which is in the bundle, are loaded when they are needed. */
const DICTIONARIES: Readonly<Record<Language, () => Promise<Dictionary>>> = {
  en: async () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
}

const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code)

/** The locales that the browser prefers, such as `en-GB`. */
const preferred = navigator.languages

/** The first language that the browser prefers and that there is; else English. */
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

/** Until a language is started, only what several screens say: the reference starts none, and its bundle has no more. */
const loaded = signal<Loaded>({ locale: localeOf('en'), messages: { ui } as Messages })

/** The texts of the interface. */
export const t = (): Messages => loaded.value.messages

/** How numbers and times are written: the language of the interface, as it is used where the browser is. */
export const locale = computed(() => loaded.value.locale)

const wanted = computed((): Language => (isLanguage(chosen.value) ? chosen.value : ofBrowser))

/** Settles once the wanted language is shown; if it cannot be loaded, the one before stays. */
async function load(code: Language): Promise<void> {
  try {
    const dictionary = await DICTIONARIES[code]()
    if (wanted.peek() !== code) return
    loaded.value = loadedIn(localeOf(code), dictionary)
    document.documentElement.lang = code
  } catch {
    // It is tried again when it is chosen again.
  }
}

/** Shows the wanted language, also when another one is chosen. Called once; settles when the first is there. */
export async function startLanguage(): Promise<void> {
  // Also where the wanted one cannot be loaded.
  loaded.value = loadedIn(localeOf('en'), en)
  await load(wanted.peek())
  wanted.subscribe((code) => void load(code))
}
