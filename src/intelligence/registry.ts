/** Every enrichment there is, in the order they run. */
import { audioToLlm } from './audio-to-llm.ts'
import { chapterization } from './chapterization.ts'
import { customSpelling } from './custom-spelling.ts'
import { customVocabulary } from './custom-vocabulary.ts'
import { diarization } from './diarization.ts'
import { displayMode } from './display-mode.ts'
import type { Enrichment } from './enrichment.ts'
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

/**
 * Stages run one after another, each on the transcription that the one before it left; the enrichments of a stage run
 * side by side. So one that rewrites the utterances stands in a stage of its own before those that read them.
 */
export const registry: readonly (readonly Enrichment[])[] = [
  // Rewrite the utterances.
  [customVocabulary],
  [customSpelling],
  [diarization],
  [speakerReidentification],
  [punctuationEnhanced],
  // Whatever comes behind it sees only what it leaves.
  [piiRedaction],
  [nameConsistency],
  // Read them.
  [
    sentences,
    subtitles,
    displayMode,
    namedEntityRecognition,
    sentimentAnalysis,
    moderation,
    summarization,
    chapterization,
    structuredDataExtraction,
    translation,
    audioToLlm,
  ],
]
