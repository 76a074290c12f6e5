/**
 * Finds codes and names of the conversation wherever they are said again, in whole or in part: "ends in double five two",
 * "S M Y T H".
 */
import type { TextRange } from '../../entities/entity-span.ts'
import { isMeasured } from './measures.ts'
import { charactersIn, type Code, codesIn, plain } from './codes.ts'

/** Fewer characters may just as well be something else. */
const MIN_CHARACTERS = 3

/** Longer values are not codes; the number of their possible parts grows with the square of their length. */
const MAX_CHARACTERS = 40

/** Known personal values, by their letters and digits. */
export class KnownValues<Type> {
  readonly #parts = new Map<string, Type>()

  /** @param value as spoken or written */
  add(value: string, type: Type): void {
    for (const code of codesIn(value)) this.#add(charactersIn(code), type)
  }

  addLetters(name: string, type: Type): void {
    this.#add(plain(name), type)
  }

  #add(characters: string, type: Type): void {
    if (characters.length < MIN_CHARACTERS || characters.length > MAX_CHARACTERS) return
    for (let from = 0; from + MIN_CHARACTERS <= characters.length; from++)
      for (let to = from + MIN_CHARACTERS; to <= characters.length; to++) {
        const part = characters.slice(from, to)
        if (!this.#parts.has(part)) this.#parts.set(part, type)
      }
  }

  /** Where a text contains parts of known values, or something that contains them. */
  rangesIn(text: string): (TextRange & { readonly type: Type })[] {
    return codesIn(text).flatMap((code) => (isMeasured(code, text) ? [] : this.#knownParts(code)))
  }

  #knownParts(code: Code): (TextRange & { readonly type: Type })[] {
    const found: (TextRange & { readonly type: Type })[] = []
    for (let start = 0; start < code.length;) {
      let characters = ''
      let best: { end: number; type: Type } | undefined
      for (let next = start; next < code.length && characters.length < MAX_CHARACTERS; next++) {
        characters += code[next]!.characters
        const type = this.#parts.get(characters)
        if (type !== undefined) best = { end: next, type }
      }
      if (best) found.push({ type: best.type, from: code[start]!.from, to: code[best.end]!.to })
      start = best ? best.end + 1 : start + 1
    }
    return found
  }
}
