/** Streaming models without a library: each sample that is not 0 is a word. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { HeardToken } from '../engines/streaming/streaming-model.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { HeardStream } from '../engines/streaming/streaming-thread.ts'

/** Audio at the end, in samples, that is only heard together with what follows. */
const LATE = 0.2 * SAMPLE_RATE

/** Silence that ends a pause, in samples. */
const SILENCE = 0.3 * SAMPLE_RATE

/**
 * @param tokens - the tokens of a word, by the value of its sample
 * @param languages - the supported languages
 * @returns the models, and the streams opened so far, with their languages and whether they are open
 */
export function fakeStreamingModels(
  tokens: (value: number) => readonly string[],
  languages: readonly LanguageCode[],
) {
  const streams: { readonly language: LanguageCode; isOpen: boolean }[] = []
  const open = (language: LanguageCode): HeardStream => {
    const stream = { language, isOpen: true }
    streams.push(stream)
    const said: HeardToken[] = []
    let length = 0
    return {
      hear: async (samples, { toEnd }) => {
        for (const [i, value] of samples.entries()) {
          const time = (length + i) / SAMPLE_RATE
          if (value !== 0) said.push(...tokens(value).map((text) => ({ text, time, probability: 1 })))
        }
        length += samples.length
        const heard = toEnd ? length : length - LATE
        const silence = toEnd ? SILENCE : 0
        length += silence
        return { tokens: said.filter(({ time }) => time < heard / SAMPLE_RATE), silence }
      },
      close: () => {
        stream.isOpen = false
      },
    }
  }
  const models = {
    for: async (language: LanguageCode) => (languages.includes(language) ? { open } : null),
    punctuates: () => true,
  }
  return { models: models as unknown as StreamingModels, streams }
}
