/** Tells which models are used for each language, and which ones would be used next. */
import { languageCode, type LanguageCode } from '../contract/languages.ts'
import type { ModelDescription, Purpose } from '../models/pulled/model-description.ts'
import { ModelsFolder } from '../models/pulled/models-folder.ts'
import type { SpeechServerSettings } from '../speech/engines/speech-server/settings.ts'
import { ENGINES } from '../speech/engines/engines.ts'
import { groupedLanguages, type LanguageGroup } from './language-groups.ts'
import { isLoadable } from './loaders.ts'

/** A model, or another method, for a language. */
export interface InUse {
  readonly name: string
  readonly kind: 'speech-server' | 'pulled' | 'bundled' | 'built-in'
  /** For pulled models only. */
  readonly priority?: number
}

/** The usable models of this installation. */
export interface Installation {
  /** By descending priority. */
  readonly pulled: readonly ModelDescription[]
  readonly speechServer: SpeechServerSettings | null
}

/** Reads the installation, including all files of the models. */
export async function thisInstallation({
  modelsDir,
  speechServer,
}: Pick<Installation, 'speechServer'> & { readonly modelsDir: string }): Promise<Installation> {
  const folder = new ModelsFolder(modelsDir)
  const pulled: ModelDescription[] = []
  for (const model of (await folder.pulled()).filter(isLoadable))
    if ((await folder.stateOf(model)).type === 'pulled') pulled.push(model)
  return { pulled, speechServer }
}

/** The bundled model for a language. */
const BUNDLED = Symbol('bundled')

/** What serves each purpose without a pulled model, if anything. */
const WITHOUT: Readonly<Record<Purpose, string | typeof BUNDLED | null>> = {
  recognition: BUNDLED,
  'live-recognition': BUNDLED,
  speakers: 'the bundled method',
  punctuation: null,
  entities: 'rules',
  'personal-data': 'rules',
  sentiment: 'rules',
  emotion: 'rules',
  translation: 'Whisper into English, and the language model',
}

/** Purposes to show even if no model was pulled for them. */
const ALWAYS: readonly Purpose[] = ['recognition', 'live-recognition', 'speakers']

/** The models for one purpose. */
interface PurposeInUse {
  readonly purpose: Purpose
  /** The smallest group first. Its value lists the models for its languages, the one in use first. */
  readonly groups: readonly LanguageGroup<LanguageCode, readonly InUse[]>[]
}

/**
 * The models for every purpose and language. Their order is that of `LoadedEngines`: the speech server, pulled models by
 * priority, then bundled models in the order of the registry.
 */
export function allInUse(installation: Installation): PurposeInUse[] {
  const { pulled } = installation
  return (Object.keys(WITHOUT) as Purpose[])
    .filter((purpose) => ALWAYS.includes(purpose) || pulled.some((model) => model.purpose === purpose))
    .map((purpose) => ({
      purpose,
      groups: groupedLanguages(
        languageCode.options,
        (language) => usedFor(purpose, language, installation),
        (used) => used.map(({ name }) => name).join(),
      ),
    }))
}

/** The models for a language, the one in use first. */
export function usedFor(
  purpose: Purpose,
  language: LanguageCode,
  { pulled, speechServer }: Installation,
): InUse[] {
  const server = purpose === 'recognition' && speechServer?.languages.includes(language) ? speechServer : null
  const suitable = pulled.filter((model) => model.purpose === purpose && model.languages.includes(language))
  const without = WITHOUT[purpose]
  return [
    ...(server === null ? [] : [{ name: server.model, kind: 'speech-server' } as const]),
    ...suitable.map(({ name, priority }) => ({ name, kind: 'pulled', priority }) as const),
    ...(without === BUNDLED
      ? bundledFor(language)
      : without === null
        ? []
        : [{ name: without, kind: 'built-in' } as const]),
  ]
}

function bundledFor(language: LanguageCode): InUse[] {
  return ENGINES.filter(({ bundled }) => bundled?.languages.includes(language)).map(({ name }) => ({
    name,
    kind: 'bundled',
  }))
}
