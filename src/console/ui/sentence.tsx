import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'

interface SentenceProps {
  /** With the names of the parts in braces, such as `Signed in as {name}`. */
  readonly text: string
  readonly parts: Readonly<Record<string, ComponentChildren>>
}

/** A text with elements in it, in the order that its language wants. */
export function Sentence({ text, parts }: SentenceProps) {
  return text
    .split(/\{(\w+)\}/)
    .map((piece, index) => <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>)
}
