/** All features. To add one, declare it in a file of its own and add it to the list below. */
import { audioToLlm } from './audio-to-llm.ts'
import { chapterization } from './chapterization.ts'
import { customSpelling } from './custom-spelling.ts'
import { customVocabulary } from './custom-vocabulary.ts'
import { diarization } from './diarization.ts'
import { displayMode } from './display-mode.ts'
import { moderation } from './moderation.ts'
import { nameConsistency } from './name-consistency.ts'
import { namedEntityRecognition } from './named-entity-recognition.ts'
import { piiRedaction } from './pii-redaction.ts'
import { punctuationEnhanced } from './punctuation-enhanced.ts'
import { sentences } from './sentences.ts'
import { sentimentAnalysis } from './sentiment-analysis.ts'
import { speakerReidentification } from './speaker-reidentification.ts'
import { structuredDataExtraction } from './structured-data-extraction.ts'
import { subtitles } from './subtitles.ts'
import { summarization } from './summarization.ts'
import { translation } from './translation.ts'

/** In the order in which requests and results show them. */
export const FEATURES = [
  customVocabulary,
  customSpelling,
  subtitles,
  diarization,
  speakerReidentification,
  translation,
  summarization,
  moderation,
  namedEntityRecognition,
  chapterization,
  nameConsistency,
  structuredDataExtraction,
  sentimentAnalysis,
  audioToLlm,
  piiRedaction,
  sentences,
  displayMode,
  punctuationEnhanced,
] as const

export type Feature = (typeof FEATURES)[number]
export type FeatureName = Feature['name']
