import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'

interface SentenceProps {
  /** Has the names of the parts in braces, such as `Signed in as {name}`. */
  readonly text: string
  readonly parts: Readonly<Record<string, ComponentChildren>>
}

/** A text with elements in it, in the word order of its language. */
export function Sentence({ text, parts }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>)
}
