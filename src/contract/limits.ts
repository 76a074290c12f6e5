/**
 * Limits on the content of requests, so that the worst one takes a bounded time. Measured with a transcript of 20,000 words,
 * about two hours of speech. The size of a result has a limit of its own (MAX_RESULT_MB).
 */

/** Limits on lists (entries) and texts (characters, in UTF-16 units). */
export const MAX = {
  /** Words of a search. */
  search: 50,
  url: 2_048,
  /** Of a domain name, RFC 1035. */
  host: 253,
  vocabulary: 1_000,
  /** Words and pronunciations of an account. Each of its jobs stores a copy. */
  accountVocabulary: 200,
  /** Of one word of a vocabulary. */
  pronunciations: 20,
  /** Words and pronunciations of a vocabulary. 2,000 take 70 s of CPU time. */
  spoken: 2_000,
  spellings: 1_000,
  /** Phrases of one spelling. */
  phrases: 100,
  /** A word or phrase of a vocabulary or a spelling dictionary. */
  phrase: 100,
  prompts: 50,
  prompt: 10_000,
  /** The name of a model. */
  model: 200,
  classes: 100,
  class: 100,
  /** The description of what the audio is about. */
  context: 5_000,
  title: 200,
  /** As many as fit into the 50,000 values that a body may have (storable.ts). */
  utterances: 7_000,
  /** Of one utterance. */
  utterance: 10_000,
  /** Of all utterances: seven hours of speech. */
  transcript: 500_000,
  /** Of one transcript. */
  revisions: 10_000,
  tags: 50,
  tag: 100,
  /** Speakers that can be named. */
  speakers: 100,
  speakerName: 100,
  /** Of an account. */
  presets: 100,
  /** Of an account. */
  views: 100,
  /** Jobs on a page of changes. */
  changes: 1_000,
  /** Of an account. Every change of a job checks all of them. */
  webhooks: 10,
  /** Links to one transcript. */
  shares: 100,
} as const
