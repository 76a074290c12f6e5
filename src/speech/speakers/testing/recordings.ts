/** Recordings whose speakers are known: conversations with the times of their turns, and recordings of one person each. */
import type { LanguageCode } from '../../../contract/languages.ts'

/** A recording is used from its first turn to the end of its last one, because the speakers before and after are not known. */
export interface LabelledRecording {
  readonly file: string
  readonly language: LanguageCode
  /** Ordered by time; the voice activity model decides which of it is speech. */
  readonly turns: readonly (readonly [person: string, from: number, to: number])[]
}

/** No person of one part is in a recording of the other. */
export interface Part {
  readonly conversations: readonly LabelledRecording[]
  readonly monologues: readonly LabelledRecording[]
}

const monologue = (person: string, file: string, language: LanguageCode, from = 0, to = 100) => ({
  file,
  language,
  turns: [[person, from, to] as const],
})

/**
 * The turns are known from what is said (questions and answers, names, greetings), and were checked by pitch and by the
 * voices in windows of 1 s. Where one region of speech contains several turns, the boundary is the quietest moment
 * between the two words. Turns that none of these could separate were left out. Recordings of one person are known from
 * their text (a prose passage, or one side of a call) and from a single range of pitch. People in several recordings were
 * identified by their voices: a similarity of 0.8 or more counted as the same person.
 */

/** The thresholds were checked on these recordings. */
export const DEVELOPMENT: Part = {
  conversations: [
    {
      // An agent who gives his name, a man of 110 Hz, and a customer who gives hers, 205 Hz; pauses between all turns.
      file: 'dutch_duo_sample_2-mono-BB.wav',
      language: 'nl',
      turns: [
        ['benjamin', 1.5, 6.8],
        ['sophie', 8.3, 17.9],
        ['benjamin', 18.9, 23.1],
        ['sophie', 24.1, 24.9],
        ['benjamin', 25.8, 30.3],
        ['sophie', 31.1, 32.7],
        ['benjamin', 33.1, 37.8],
        ['sophie', 38.5, 42.6],
        ['benjamin', 43.5, 49.4],
        ['sophie', 50.2, 52],
        ['benjamin', 52.6, 61.2],
        ['sophie', 61.6, 64.4],
      ],
    },
    {
      // An interviewer thanks David for coming and asks questions; David answers. Both are men; it is unclear who says
      // "Artificial intelligence." at 39.8 s.
      file: 'en-US_Broadband_sample1.wav',
      language: 'en',
      turns: [
        ['michael', 0.5, 3.75],
        ['david', 3.9, 6],
        ['michael', 6.3, 9.29],
        ['david', 9.3, 33.85],
        ['michael', 33.85, 39.3],
      ],
    },
    {
      // An operator, a man who gives his name, and the customer Maria; pauses between all turns.
      file: 'it-IT_BroadbandModel_sample2.wav',
      language: 'it',
      turns: [
        ['giovanni', 0.3, 9.25],
        ['maria', 9.27, 12.6],
        ['giovanni', 13.2, 24.6],
        ['maria', 24.7, 29.5],
        ['giovanni', 29.6, 34.6],
        ['maria', 34.8, 39.2],
        ['giovanni', 39.4, 46.6],
      ],
    },
    {
      // A father of 110 Hz and his daughter, 205 Hz, on her journey; all of it in questions and answers.
      file: 'es-ES_Narrowband_sample1.wav',
      language: 'es',
      turns: [
        ['father', 3.5, 4.9],
        ['daughter', 5.2, 12.6],
        ['father', 13, 17.69],
        ['daughter', 17.69, 18.6],
        ['father', 18.9, 22],
        ['daughter', 22.2, 26.75],
        ['father', 26.85, 27.8],
        ['daughter', 27.85, 32.1],
        ['father', 32.9, 36.6],
        ['daughter', 37.4, 41.1],
        ['father', 41.5, 45.2],
        ['daughter', 45.5, 47.2],
        ['father', 47.3, 49],
        ['daughter', 49.2, 52.35],
        ['father', 52.4, 59.3],
        ['daughter', 59.4, 66.08],
        ['father', 66.08, 67.2],
        ['daughter', 67.9, 69.1],
      ],
    },
    {
      // The beginning of the same call at twice the bandwidth.
      file: 'es-ES_Broadband_sample2.wav',
      language: 'es',
      turns: [
        ['father', 0.4, 1.9],
        ['daughter', 2.2, 9.7],
        ['father', 9.9, 14.64],
        ['daughter', 14.64, 15.82],
        ['father', 15.84, 19],
        ['daughter', 19.2, 23.7],
      ],
    },
    {
      // A woman asks why nobody wrote, and a man answers; before and after this, turns are one or two words long.
      // Possibly the two people above.
      file: 'es-ES_Broadband_sample1.wav',
      language: 'es',
      turns: [
        ['niece', 10.2, 14.5],
        ['uncle', 14.55, 16.6],
        ['niece', 17, 18.32],
        ['uncle', 18.32, 19.4],
        ['niece', 19.7, 21],
        ['uncle', 21.3, 23.9],
        ['niece', 24.2, 28.7],
      ],
    },
  ],
  monologues: [
    monologue('italian', 'it-IT_BroadbandModel_sample1.wav', 'it'),
    monologue('benjamin', 'new_single2-mono.wav', 'nl'),
    monologue('german', 'de-DE_BroadbandModel_sample1.wav', 'de'),
    monologue('storyteller', 'de-DE_NarrowbandModel_sample1.wav', 'de'),
    monologue('announcer', 'en-GB_Narrowband_sample2.wav', 'en'),
    monologue('agent', 'ko-KR_NarrowbandModel_sample1.wav', 'ko'),
    monologue('presenter', 'long_en.raw', 'en', 46.5, 171),
    monologue('reader', 'sample-16k.wav', 'en'),
    monologue('president', 'jfk.wav', 'en'),
    monologue('frenchReader', 'French.raw', 'fr'),
    monologue('germanReader', 'sample_de.raw', 'de'),
    monologue('banker', 'pt-BR_Sample1-16KHz.wav', 'pt'),
  ],
}

/** Nothing was tuned on these recordings; they show what to expect of others. */
export const UNSEEN: Part = {
  conversations: [
    {
      // On stage: a question to the head of a company, and her answer. Voices of 130 and 137 Hz.
      file: 'en-US_Broadband_sample2.wav',
      language: 'en',
      turns: [
        ['moderator', 2.1, 27.12],
        ['head', 27.12, 55.1],
      ],
    },
    {
      // The agent Dave, 120 Hz, and a customer, 190 Hz; almost without pauses.
      file: 'english2.g712.wav',
      language: 'en',
      turns: [
        ['dave', 0.1, 2.85],
        ['buyer', 2.9, 8.75],
        ['dave', 8.85, 13.15],
        ['buyer', 13.15, 14.15],
        ['dave', 14.2, 18.45],
        ['buyer', 18.45, 19.6],
        ['dave', 19.8, 23.46],
        ['buyer', 23.46, 24.9],
        ['dave', 25.2, 28.5],
        ['buyer', 28.8, 29.9],
        ['dave', 30, 36.7],
        ['buyer', 36.7, 37.5],
      ],
    },
    {
      // One person asks how the other's new company is doing: 200 and 140 Hz.
      file: 'english3.g712.wav',
      language: 'en',
      turns: [
        ['friend', 0.1, 1.8],
        ['founder', 2, 3.29],
        ['friend', 3.3, 4.6],
        ['founder', 4.6, 11.6],
        ['friend', 11.7, 12.95],
        ['founder', 12.95, 14],
        ['friend', 14.5, 19.05],
        ['founder', 19.1, 24.6],
        ['friend', 24.7, 27.35],
        ['founder', 27.37, 35.6],
      ],
    },
    {
      // One person asks about speech recognition, the other explains; pauses between all turns.
      file: 'ja-JP_Broadband_sample1.wav',
      language: 'ja',
      turns: [
        ['asker', 0.9, 4.15],
        ['expert', 4.2, 9.4],
        ['asker', 9.5, 11.5],
        ['expert', 11.6, 15.15],
        ['asker', 15.2, 16.85],
        ['expert', 16.9, 20.2],
      ],
    },
    {
      // A tourist asks for directions; pauses between all turns.
      file: 'ja-JP_Broadband_sample2.wav',
      language: 'ja',
      turns: [
        ['tourist', 1.4, 6],
        ['guide', 6.1, 8.4],
        ['tourist', 8.45, 10],
        ['guide', 10.2, 13.35],
        ['tourist', 13.4, 17.2],
      ],
    },
    {
      // A call to change an address: a clerk, 230 Hz, and Mr Yamada, 140 Hz; pauses between all turns.
      file: 'sample-Ja_JP-narrow5.wav',
      language: 'ja',
      turns: [
        ['clerk', 0.1, 12],
        ['yamada', 12.4, 14.5],
        ['clerk', 15.6, 20],
        ['yamada', 20.5, 22],
        ['clerk', 23.2, 32.9],
        ['yamada', 33.3, 39.9],
      ],
    },
    {
      // A similar call between two men of the same pitch; pauses between all turns.
      file: 'sample-Ja_JP-narrow6.wav',
      language: 'ja',
      turns: [
        ['secondClerk', 0.3, 4.3],
        ['mover', 4.8, 8.9],
        ['secondClerk', 9.2, 15.2],
        ['mover', 15.7, 20.6],
        ['secondClerk', 20.8, 28.8],
        ['mover', 29.2, 30.8],
        ['secondClerk', 32.1, 43.1],
        ['mover', 43.4, 44.7],
      ],
    },
    {
      // A woman's greeting of 1.5 s, and a man's request.
      file: 'Us_English_Narrowband_Sample_1.wav',
      language: 'en',
      turns: [
        ['lynn', 0.1, 1.72],
        ['student', 1.72, 10.4],
      ],
    },
  ],
  monologues: [
    monologue('narrator', 'Us_English_Narrowband_Sample_2.wav', 'en'),
    monologue('politician', 'en-GB_Broadband_sample1.wav', 'en'),
    monologue('rabbit', 'de-DE_BroadbandModel_sample2.wav', 'de'),
    monologue('declaration', 'fr-FR_Broadband_sample1.wav', 'fr'),
    monologue('rights', 'fr-FR_Broadband_sample2.wav', 'fr'),
    monologue('teacher', 'pt-BR_Sample2-16KHz.wav', 'pt'),
    monologue('planner', 'zh-CN_sample2_for_8k.wav', 'zh'),
    monologue('seller', 'zh-CN_sample1_for_8k.wav', 'zh'),
    monologue('russian', 'sample_ru.raw', 'ru'),
    monologue('brazilian', 'sample_pt.raw', 'pt'),
  ],
}
