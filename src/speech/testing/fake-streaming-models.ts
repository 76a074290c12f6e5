/** Streaming models without a library: in their audio, each sample that is not 0 is a word. */
import { SAMPLE_RATE } from '../../audio/recording.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import type { HeardToken } from '../engines/streaming/streaming-model.ts'
import type { StreamingModels } from '../engines/streaming/streaming-models.ts'
import type { HeardStream } from '../engines/streaming/streaming-thread.ts'

/** Audio that is heard with what follows it, in samples. */
const LATE = 0.2 * SAMPLE_RATE

/** Silence that ends a pause, in samples. */
const SILENCE = 0.3 * SAMPLE_RATE

/**
 * @param tokens - those of a word, by the value of its sample
 * @param languages - that are heard
 * @returns the models, and the streams opened so far: their languages, whether they are open, and their audio
 */
export function fakeStreamingModels(
  tokens: (value: number) => readonly string[],
  languages: readonly LanguageCode[],
) {
  const streams: { readonly language: LanguageCode; isOpen: boolean; audio: number[] }[] = []
  const open = (language: LanguageCode): HeardStream => {
    const stream = { language, isOpen: true, audio: [] as number[] }
    streams.push(stream)
    return {
      hear: async (samples, { toEnd }) => {
        const silence = toEnd ? SILENCE : 0
        stream.audio.push(...samples, ...new Float32Array(silence))
        const heard: HeardToken[] = stream.audio.slice(0, toEnd ? undefined : -LATE).flatMap((value, at) => {
          if (value === 0) return []
          return tokens(value).map((text) => ({ text, time: at / SAMPLE_RATE, probability: 1 }))
        })
        return { tokens: heard, silence }
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
