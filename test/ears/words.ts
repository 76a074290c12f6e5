/** Word errors in recordings with a reference text. */
import type { LanguageCode } from '../../src/contract/languages.ts'
import { Recogniser } from '../../src/speech/batch/recogniser.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import { alice, fleurs, kennedy, rawSpeech, type Speech } from '../../src/speech/testing/speech.ts'
import { wordErrors } from '../../src/text/word-errors.ts'
import type { Figure } from './figure.ts'
import { samplesOf } from './recordings.ts'
import { transformersText } from './transformers.ts'

/** Read speech, a public speech, and two sentences of news: 101 words. */
const ENGLISH: readonly Speech[] = [
  alice,
  kennedy,
  {
    language: 'en',
    text: 'Thunderstorms could produce large hail, isolated tornadoes and heavy rain.',
    samples: await samplesOf('sample1.wav'),
  },
  {
    language: 'en',
    text: 'Lawyers for the plaintiffs said the settlements were the biggest yet.',
    samples: await samplesOf('sample2.wav'),
  },
]

/** One or two sentences of FLEURS in each of seven languages. */
const OTHERS: readonly Speech[] = [
  ...fleurs,
  {
    language: 'pt',
    text:
      'segundo informações ele estava na casa dos 20 anos em uma declaração bieber disse que embora eu não estivesse ' +
      'presente nem diretamente envolvido neste trágico incidente meus pensamentos e orações estão com a família da vítima',
    samples: rawSpeech('sample_pt.raw'),
  },
  {
    language: 'ru',
    text:
      'в древнем китае использовали уникальный способ обозначения периодов времени каждый этап китая или каждая семья ' +
      'находившаяся у власти были особой династией',
    samples: rawSpeech('sample_ru.raw'),
  },
]

/** Whisper base writes it in Urdu script. */
const HINDI: Speech = {
  language: 'hi',
  text: 'कुछ अणुओं में अस्थिर केंद्रक होता है जिसका मतलब यह है कि उनमें थोड़े या बिना किसी झटके से टूटने की प्रवृत्ति होती है',
  samples: rawSpeech('sample_hi.raw'),
}

type Recognise = (samples: Float32Array, language: LanguageCode) => Promise<string>

async function errorsOf(
  all: readonly Speech[],
  recognise: Recognise,
): Promise<{ wrong: number; words: number }> {
  const sum = { wrong: 0, words: 0 }
  for (const { text, samples, language } of all) {
    const { wrong, words } = wordErrors(text, await recognise(samples, language), language)
    sum.wrong += wrong
    sum.words += words
  }
  return sum
}

export async function wordsFigures(): Promise<Figure[]> {
  const recogniser = new Recogniser()
  const ours: Recognise = async (samples, language) => {
    const options = { languages: [language], codeSwitching: false }
    const { utterances } = await recogniser.recognise(recordingOf(samples), options)
    return utterances.map(({ text }) => text).join(' ')
  }
  const figure = async (what: string, all: readonly Speech[]): Promise<Figure> => {
    const [own, theirs] = [await errorsOf(all, ours), await errorsOf(all, transformersText)]
    return {
      what: `words wrong: ${what}`,
      ours: shown(own),
      transformers: shown(theirs),
      wanted: 'no more',
      isMet: own.wrong <= theirs.wrong,
    }
  }
  try {
    return [
      await figure('English (transformers.js: Whisper base)', ENGLISH),
      await figure(OTHERS.map(({ language }) => language).join(', '), OTHERS),
      await figure('hi', [HINDI]),
    ]
  } finally {
    await recogniser.close()
  }
}

function shown({ wrong, words }: { wrong: number; words: number }): string {
  return `${((100 * wrong) / words).toFixed(1)} %, ${wrong} of ${words}`
}
