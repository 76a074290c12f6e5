/** Text on a terminal: a character may be two columns wide, or none. */
import type { Writable } from 'node:stream'
import stringWidth from 'string-width'

export interface Output extends Writable {
  readonly isTTY?: boolean
  /** Width of the terminal. */
  readonly columns?: number
}

/** Untrusted text without the characters that would control a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ')
}

/** @param width in columns */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
}

/** As much of a text as fits into some columns: its start or its end, with an ellipsis for the rest. */
export function fit(text: string, columns: number, part: 'start' | 'end' = 'start'): string {
  if (stringWidth(text) <= columns) return text
  const characters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  if (part === 'end') characters.reverse()
  let width = 1
  const cut = characters.findIndex((character) => (width += stringWidth(character)) > columns)
  const kept = characters.slice(0, cut)
  return part === 'start' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`
}
