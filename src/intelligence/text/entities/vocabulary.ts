import type nlp from 'compromise'

/** What compromise knows of English words. */
export interface Vocabulary {
  /** What a name or word of its lexicon may be, whatever the sentence; in lower case. */
  tagsOf(name: string): readonly string[]
  /** What the word at a place of a text is there; takes some milliseconds. */
  tagsInText(text: string, at: number): readonly string[]
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
    tagsInText(text, at) {
      const sentences = compromise(text).json({ offset: true, terms: { offset: true, tags: true } }) as {
        terms: { offset: { start: number }; tags: string[] }[]
      }[]
      for (const { terms } of sentences)
        for (const { offset, tags } of terms) if (offset.start === at) return tags
      return []
    },
  }
}
