/** Sentence ends and other marks: of files, and of live finals, which cannot wait for the next words. */
import { Recogniser } from '../../src/speech/batch/recogniser.ts'
import { LiveRecogniserProcess } from '../../src/speech/live/live-recogniser-process.ts'
import { encoded, pcm16 } from '../../src/speech/testing/live-format.ts'
import { play, textOf } from '../../src/speech/testing/live-playback.ts'
import { recordingOf } from '../../src/speech/testing/memory-recording.ts'
import type { Figure } from './figure.ts'
import { compareMarks, type MarkCounts, precision, recall, total } from './marks.ts'
import { type Passage, PASSAGES, samplesOfPassage } from './punctuated-speech.ts'

/** The marks of passages that are sent as files. */
export async function marksOfFiles(passages: readonly Passage[]): Promise<MarkCounts> {
  const recogniser = new Recogniser()
  const counts: MarkCounts[] = []
  try {
    for (const passage of passages) {
      const { language } = passage
      const recording = recordingOf(await samplesOfPassage(passage))
      const options = { languages: [language], codeSwitching: false }
      const { utterances } = await recogniser.recognise(recording, options)
      counts.push(compareMarks(passage.text, utterances.map(({ text }) => text).join(' '), language))
    }
  } finally {
    await recogniser.close()
  }
  return total(counts)
}

/** The marks of passages that are sent live. @param endpointing - the silence that ends a final, in seconds */
export async function marksOfFinals(passages: readonly Passage[], endpointing: number): Promise<MarkCounts> {
  const recogniser = new LiveRecogniserProcess()
  const counts: MarkCounts[] = []
  try {
    for (const passage of passages) {
      const { language } = passage
      const audio = encoded(pcm16, await samplesOfPassage(passage))
      const events = await play(recogniser, audio, { languages: [language], endpointing })
      counts.push(compareMarks(passage.text, textOf(events), language))
    }
  } finally {
    await recogniser.close()
  }
  return total(counts)
}

/** What is measured, with the required recall and precision of sentence ends. */
const MEASURED: readonly [
  what: string,
  is: (passage: Passage) => boolean,
  least: readonly [number, number],
][] = [
  ['read English', ({ kind, language }) => kind === 'read' && language === 'en', [0.8, 0.85]],
  ['spoken English', ({ kind, language }) => kind === 'spoken' && language === 'en', [0.8, 0.85]],
  ['English on the telephone', ({ kind, language }) => kind === 'telephone' && language === 'en', [0.9, 0.9]],
  ['Japanese', ({ language }) => language === 'ja', [0.75, 0.9]],
]

export async function sentencesFigures(): Promise<Figure[]> {
  const figures: Figure[] = []
  const unseen = PASSAGES.filter(({ part }) => part === 'unseen')
  const add = (what: string, { ends }: MarkCounts, least: readonly [number, number]) => {
    const written = (share: number, right: number) => `${share.toFixed(2)} found, ${right.toFixed(2)} right`
    figures.push({
      what: `sentence ends, ${what}`,
      ours: written(recall(ends), precision(ends)),
      wanted: written(...least),
      isMet: recall(ends) >= least[0] && precision(ends) >= least[1],
    })
  }
  for (const [what, is, least] of MEASURED) add(what, await marksOfFiles(unseen.filter(is)), least)
  const english = unseen.filter(({ language }) => language === 'en')
  add('live finals after 0.05 s', await marksOfFinals(english, 0.05), [0.7, 0.8])
  add('live finals after 0.5 s', await marksOfFinals(english, 0.5), [0.85, 0.85])
  return figures
}
