import type nlp from 'compromise'

/** A word as compromise sees it in its sentence. */
export interface TaggedWord {
  readonly from: number
  readonly tags: readonly string[]
}

/** What compromise knows of English words. */
export interface Vocabulary {
  /** What a name or word of its lexicon may be, whatever the sentence; in lower case. */
  tagsOf(name: string): readonly string[]
  /** The words of a text, with what they are in it. */
  tagged(text: string): TaggedWord[]
}

let loaded: Promise<Vocabulary> | undefined

/** Loads the lexicon, of 5 MB, at the first use. */
export async function loadVocabulary(): Promise<Vocabulary> {
  return (loaded ??= import('compromise').then(({ default: compromise }) => vocabularyOf(compromise)))
}

function vocabularyOf(compromise: typeof nlp): Vocabulary {
  const { one } = compromise.model() as { one: { lexicon: Partial<Record<string, string | string[]>> } }
  const { lexicon } = one
  return {
    tagsOf: (name) => (Object.hasOwn(lexicon, name) ? [lexicon[name] ?? []].flat() : []),
    tagged(text) {
      const sentences = compromise(text).json({ offset: true, terms: { offset: true, tags: true } }) as {
        terms: { offset: { start: number }; tags: string[] }[]
      }[]
      return sentences.flatMap(({ terms }) =>
        terms.map(({ offset, tags }) => ({ from: offset.start, tags })),
      )
    },
  }
}
