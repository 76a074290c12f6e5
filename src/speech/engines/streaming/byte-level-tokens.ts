/** Recognises vocabularies of icefall that are an alphabet for bytes. */

/** The first UTF-8 byte of the last letter in that alphabet. */
const LAST = 0xc6

/**
 * Returns true if a token list is such an alphabet, by the rule of sherpa-onnx. The library decodes such tokens only in
 * texts, which have no times.
 */
export function isByteLevel(list: string): boolean {
  const tokens = list.split('\n').flatMap((line) => /^\s*(\S+)\s+\d+\s*$/.exec(line)?.[1] ?? [])
  const highest = tokens.map((token) => Math.max(...Buffer.from(token.replace(/^▁+/, ''))))
  return highest.length > 0 && Math.max(...highest) === LAST
}
