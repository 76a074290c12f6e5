/** Which models are used for which language now, and which would be without the first. */
import { languageCode, type LanguageCode } from '../../contract/languages.ts'
import type { ModelDescription, Purpose } from '../../models/pulled/model-description.ts'
import type { SpeechServerSettings } from '../../speech/engines/speech-server/settings.ts'
import { ENGINES } from '../../speech/engines/engines.ts'
import type { Config } from '../../service/config.ts'
import { modelsFolder } from './folder.ts'
import { groupedLanguages } from './languages.ts'
import { isLoadable } from './loaders.ts'

/** What does something in a language. */
interface InUse {
  readonly name: string
  /** Why it is used before those after it. */
  readonly because: string
}

/** Why a speech server is. */
export const SPEECH_SERVER = 'speech server'

export interface Installation {
  /** Those that can be used, by descending priority. */
  readonly pulled: readonly ModelDescription[]
  readonly speechServer: SpeechServerSettings | null
}

/** What is installed here and can be used. Reads all files of the models. */
export async function thisInstallation(config: Config): Promise<Installation> {
  const folder = modelsFolder(config)
  const pulled: ModelDescription[] = []
  for (const model of (await folder.pulled()).filter(isLoadable))
    if ((await folder.stateOf(model)).type === 'pulled') pulled.push(model)
  return { pulled, speechServer: config.speechServer }
}

/** The bundled model for a language. */
const BUNDLED = Symbol('bundled')

/** What people call each purpose, and what does it without a pulled model, if anything. */
const PURPOSES: Readonly<Record<Purpose, { title: string; without: string | typeof BUNDLED | null }>> = {
  recognition: { title: 'Recordings', without: BUNDLED },
  'live-recognition': { title: 'Live sessions', without: BUNDLED },
  speakers: { title: 'Speakers', without: 'the bundled method' },
  punctuation: { title: 'Punctuation, where a model for recordings writes none', without: null },
  entities: { title: 'Entities', without: 'rules' },
  'personal-data': { title: 'Personal data', without: 'rules' },
  sentiment: { title: 'Sentiment', without: 'rules' },
  emotion: { title: 'Emotion', without: 'rules' },
  translation: { title: 'Translation from', without: 'Whisper into English, and the language model' },
}

/** These are shown even if no model was pulled for them. */
const ALWAYS: readonly Purpose[] = ['recognition', 'live-recognition', 'speakers']

/**
 * What does what in which languages, as lines. The order is that of `LoadedEngines`: a speech server, pulled models by their priority, the
 * bundled models in the order of the registry.
 */
export function linesInUse(installation: Installation): string[] {
  const { pulled } = installation
  return (Object.keys(PURPOSES) as Purpose[])
    .filter((purpose) => ALWAYS.includes(purpose) || pulled.some((model) => model.purpose === purpose))
    .flatMap((purpose) => {
      const groups = groupedLanguages(
        languageCode.options,
        (language) => usedFor(purpose, language, installation),
        (used) => used.map(({ name }) => name).join(),
      )
      const { title } = PURPOSES[purpose]
      const [only] = groups
      if (groups.length === 1 && only !== undefined) return [`${title}: ${chain(only.value)}`]
      return [title, ...groups.map(({ label, value }) => `  ${label}: ${chain(value)}`)]
    })
}

/** The models for a language, the one in use first. */
export function usedFor(
  purpose: Purpose,
  language: LanguageCode,
  { pulled, speechServer }: Installation,
): InUse[] {
  const server = purpose === 'recognition' && speechServer?.languages.includes(language) ? speechServer : null
  const suitable = pulled.filter((model) => model.purpose === purpose && model.languages.includes(language))
  const { without } = PURPOSES[purpose]
  return [
    ...(server === null ? [] : [{ name: server.model, because: SPEECH_SERVER }]),
    ...suitable.map(({ name, priority }) => ({ name, because: `pulled, priority ${priority}` })),
    ...(without === BUNDLED
      ? bundledFor(language)
      : without === null
        ? []
        : [{ name: without, because: '' }]),
  ]
}

function bundledFor(language: LanguageCode): InUse[] {
  return ENGINES.filter(({ bundled }) => bundled?.languages.includes(language)).map(({ name }) => ({
    name,
    because: 'bundled',
  }))
}

/** Such as `large (pulled, priority 2), before small (pulled, priority 1) and whisper (bundled)`. */
function chain([first, ...others]: readonly InUse[]): string {
  if (first === undefined) return 'none'
  const text = ({ name, because }: InUse) => (because === '' ? name : `${name} (${because})`)
  if (others.length === 0) return text(first)
  return `${text(first)}, before ${new Intl.ListFormat('en').format(others.map(text))}`
}
