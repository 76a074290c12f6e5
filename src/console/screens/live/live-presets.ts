/** Presets of the account, as far as live sessions support their options. */
import type { LiveRequest } from '../../../../clients/typescript/src/types.ts'
import type { FeatureName } from '../../../contract/features/index.ts'
import type { Preset } from '../../../contract/settings.ts'
import { t } from '../../languages/language.ts'

const REALTIME = [
  'custom_vocabulary',
  'custom_spelling',
  'translation',
  'named_entity_recognition',
  'sentiment_analysis',
] as const satisfies readonly FeatureName[]
const POST = [
  'subtitles',
  'summarization',
  'chapterization',
  'sentences',
] as const satisfies readonly FeatureName[]

/** The messages that the screen needs. */
const MESSAGES = {
  receive_partial_transcripts: true,
  receive_speech_events: false,
  receive_pre_processing_events: false,
  receive_realtime_processing_events: false,
  receive_post_processing_events: false,
}

type Options = Readonly<Record<string, unknown>>

/** The given flags, with their settings. */
const chosen = (options: Options, names: readonly string[]): Options =>
  Object.fromEntries(
    names
      .filter((name) => options[name] === true)
      .flatMap((name) => [name, `${name}_config`])
      .flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  )

/** The request for a live session. The service validates it. */
export function liveRequestOf(preset: Preset | undefined, languages: readonly string[]): LiveRequest {
  const options: Options = preset?.options ?? {}
  const given = options['language_config'] as { languages?: readonly string[] } | undefined
  const language_config = { ...given, ...(languages.length > 0 && { languages }) }
  return {
    language_config,
    realtime_processing: chosen(options, REALTIME),
    post_processing: chosen(options, POST),
    messages_config: MESSAGES,
  } as LiveRequest
}

/** The options of a preset that live sessions support, and those that they do not, as text. */
export function meaningOf({ options }: Preset): { adds: string; cannot: string } {
  const { features } = t().job
  const asked = Object.entries(options).flatMap(([name, value]) =>
    value === true && name in features ? [name as FeatureName] : [],
  )
  const live: readonly FeatureName[] = [...REALTIME, ...POST]
  const named = (names: readonly FeatureName[]) => names.map((name) => features[name]).join(', ')
  return {
    adds: named(asked.filter((name) => live.includes(name))),
    cannot: named(asked.filter((name) => !live.includes(name))),
  }
}
