import { failureOf } from '../../transcription/failure.ts'
import { systemFailure, systemSentence } from '../system-sentence.ts'
import type { Input } from './inputs.ts'

/** Why an input could not be transcribed, in a sentence. */
export function failureReason(error: unknown, { name }: Pick<Input, 'name'>): string {
  const failure = failureOf(error)
  if (failure !== null) return failure.message
  const { path } = error as NodeJS.ErrnoException
  return (path === name ? systemSentence(error) : systemFailure(error)) ?? String(error)
}
