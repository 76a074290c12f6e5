/** Vocabularies of icefall that are an alphabet for bytes. */

/** The last letter of that alphabet begins with this byte, in UTF-8. */
const LAST = 0xc6

/** Whether a list of tokens is one, by the rule of sherpa-onnx. It reads such tokens only in texts, which have no times. */
export function isByteLevel(list: string): boolean {
  const tokens = list.split('\n').flatMap((line) => /^\s*(\S+)\s+\d+\s*$/.exec(line)?.[1] ?? [])
  const highest = tokens.map((token) => Math.max(...Buffer.from(token.replace(/^▁+/, ''))))
  return highest.length > 0 && Math.max(...highest) === LAST
}
