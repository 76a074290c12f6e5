/** The ids in arguments and options: what cannot be one is refused before anything is sent. */
import { InvalidArgumentError } from 'commander'

const JOB = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
const CALLBACK = new RegExp(`${JOB.source.slice(0, -1)}_\\w+$`, 'i')

/** @throws {InvalidArgumentError} when the text is not the id of a job */
export function jobId(text: string): string {
  if (JOB.test(text)) return text
  throw new InvalidArgumentError('This is not the id of a job: "scriptorium jobs list" shows them.')
}

/** @throws {InvalidArgumentError} when the text is not the id of a callback, which begins with that of its job */
export function callbackId(text: string): string {
  if (CALLBACK.test(text)) return text
  throw new InvalidArgumentError('This is not the id of a callback: "scriptorium callbacks list" shows them.')
}

/** The parser of an argument that may be given several times. */
export const several =
  (parse: (text: string) => string) =>
  (text: string, others: readonly string[] = []): string[] => [...others, parse(text)]
