/** Which engine recognises which language. */
import { type LanguageCode, languageCode } from '../contract/languages.ts'
import type { Engine, LanguageIdentifier } from './engine.ts'

/** The engines, each loaded when it is first needed, and kept. */
export class Engines {
  readonly #moonshine = new Loader(async () => (await import('./moonshine.ts')).Moonshine.load())
  readonly #whisper = new Loader(async () => (await import('./whisper.ts')).Whisper.load())

  /** The first that lists a language recognises it. */
  readonly #engines: readonly { languages: readonly LanguageCode[]; loader: Loader<Engine> }[] = [
    { languages: ['en'], loader: this.#moonshine },
    { languages: languageCode.options, loader: this.#whisper },
  ]

  async for(language: LanguageCode): Promise<Engine> {
    const entry = this.#engines.find(({ languages }) => languages.includes(language))
    if (entry === undefined) throw new Error(`No engine recognises ${language}`)
    return entry.loader.get()
  }

  async languageIdentifier(): Promise<LanguageIdentifier> {
    return this.#whisper.get()
  }

  async close(): Promise<void> {
    await Promise.all(this.#engines.map(({ loader }) => loader.close()))
  }
}

/** Loads an engine once, at its first use. */
class Loader<E extends Engine> {
  readonly #load: () => Promise<E>
  #engine: Promise<E> | undefined

  constructor(load: () => Promise<E>) {
    this.#load = load
  }

  get(): Promise<E> {
    this.#engine ??= this.#load()
    return this.#engine
  }

  async close(): Promise<void> {
    await (await this.#engine)?.close()
  }
}
