import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { CommandError } from '../errors.ts'
import { StatusLine } from '../status-line.ts'
import { systemSentence } from '../system-sentence.ts'
import { percent } from './formatting.ts'
import type { Io } from './io.ts'

const LINE_BREAK = Buffer.from('\n')

const bytesOf = ({ body }: Response): AsyncIterable<Uint8Array> => body ?? new Blob([]).stream()

/**
 * Writes the body of a response to a file, which appears once it is complete, or to standard output with `-`.
 * @param isNew whether an existing file is an error
 */
export async function saveResponse(io: Io, response: Response, path: string, isNew = false): Promise<void> {
  if (path === '-') return print(io, response)
  if (isNew && existsSync(path))
    throw new CommandError(`${path} already exists: give another name with --output`)
  const partial = `${path}.${process.pid}.partial`
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  const status = new StatusLine(io.stderr)
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    let done = 0
    for await (const chunk of chunks) {
      done += chunk.length
      if (size > 0) status.show(`${path}: ${percent(done / size)}`)
      yield chunk
    }
  }
  try {
    await pipeline(bytesOf(response), counted, createWriteStream(partial), { signal: io.interrupted })
    await rename(partial, path)
  } catch (error) {
    // The path in the error is that of the partial file.
    const why = systemSentence(error)
    throw why === null ? error : new CommandError(`${path}: ${why}`)
  } finally {
    status.clear()
    await rm(partial, { force: true })
  }
}

/** Prints text with a line break at its end. */
async function print({ stdout, interrupted: signal }: Io, response: Response): Promise<void> {
  const isText = response.headers.get('content-type')?.includes('charset=') ?? false
  if (!isText && stdout.isTTY === true)
    throw new CommandError('this is not text: give a file name with --output, or redirect standard output')
  const ended = async function* (chunks: AsyncIterable<Uint8Array>) {
    let last: number | undefined
    for await (const chunk of chunks) {
      last = chunk.at(-1)
      yield chunk
    }
    if (isText && last !== undefined && last !== LINE_BREAK[0]) yield LINE_BREAK
  }
  await pipeline(bytesOf(response), ended, stdout, { end: false, signal })
}
