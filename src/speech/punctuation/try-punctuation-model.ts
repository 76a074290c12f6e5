/** Checks whether a pulled punctuation model works on this machine. */
import { mappedToWords } from './marked-words.ts'
import { loadPunctuation, type PunctuationModel } from './punctuation-families.ts'

/** Words that every model can read, whatever its language. */
const WORDS = ['hello', ' how', ' are', ' you']

/**
 * Loads a pulled model and writes the marks of a few words with it, in this process, which the library ends if the files
 * are not a model.
 * @throws Error if no engine loads the model, or it changes words
 */
export async function tryPunctuationModel(model: PunctuationModel): Promise<void> {
  const write = await loadPunctuation(model)
  const text = WORDS.join('')
  const written = write(text)
  if (mappedToWords(WORDS, written, 'en') === null)
    throw new Error(`the model changes words: "${text}" became "${written}"`)
}
