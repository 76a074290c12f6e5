/** Every enrichment there is, in the order they run. */
import { audioToLlm } from '../enrichments/audio-to-llm/audio-to-llm.ts'
import { chapterization } from '../enrichments/chapterization/chapterization.ts'
import { customSpelling } from '../enrichments/custom-spelling/custom-spelling.ts'
import { customVocabulary } from '../enrichments/custom-vocabulary/custom-vocabulary.ts'
import { diarization } from '../enrichments/diarization/diarization.ts'
import { displayMode } from '../enrichments/display-mode/display-mode.ts'
import type { Enrichment } from '../enrichment.ts'
import { moderation } from '../enrichments/moderation/moderation.ts'
import { nameConsistency } from '../enrichments/name-consistency/name-consistency.ts'
import { namedEntityRecognition } from '../enrichments/named-entity-recognition/named-entity-recognition.ts'
import { piiRedaction } from '../enrichments/pii-redaction/pii-redaction.ts'
import { punctuationEnhanced } from '../enrichments/punctuation-enhanced/punctuation-enhanced.ts'
import { sentences } from '../enrichments/sentences/sentences.ts'
import { sentimentAnalysis } from '../enrichments/sentiment-analysis/sentiment-analysis.ts'
import { speakerReidentification } from '../enrichments/speaker-reidentification/speaker-reidentification.ts'
import { structuredDataExtraction } from '../enrichments/structured-data-extraction/structured-data-extraction.ts'
import { subtitles } from '../enrichments/subtitles/subtitles.ts'
import { summarization } from '../enrichments/summarization/summarization.ts'
import { translation } from '../enrichments/translation/translation.ts'

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
