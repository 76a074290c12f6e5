import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ExportFormat, Scriptorium } from '../../../clients/typescript/src/index.ts'
import type { Input } from '../transcribe/inputs.ts'
import { checkStems, printedFormat } from '../transcribe/outputs.ts'
import type { Io } from './io.ts'
import { saveResponse } from './save-response.ts'

export interface OutputOptions {
  readonly format?: readonly ExportFormat[]
  readonly outputDir?: string
  readonly timestamps?: true
  readonly summarize?: true
  readonly translate?: string
}

/**
 * Prints the transcripts of jobs, or saves them in a folder under the names of their audio.
 * @throws {UsageError} if the outputs would not be separate, valid files
 */
export function transcriptOutput(
  io: Io,
  client: Scriptorium,
  inputs: readonly Input[],
  { format: formats = ['txt'], outputDir, timestamps, summarize, translate }: OutputOptions,
): (input: Input, job: string) => Promise<void> {
  const save = async (job: string, format: ExportFormat, path: string) => {
    const wanted = {
      timestamps: timestamps === true ? 'true' : 'false',
      summary: summarize === true ? 'true' : 'false',
      ...(translate !== undefined && { translation: translate }),
    } as const
    await saveResponse(io, await client.export(job, format, { ...wanted, signal: io.interrupted }), path)
  }
  if (outputDir === undefined) {
    const format = printedFormat(formats, inputs, io.stdout.isTTY === true)
    return async ({ name }, job) => {
      if (inputs.length > 1) io.stdout.write(`# ${name}\n`)
      await save(job, format, '-')
    }
  }
  checkStems(outputDir, inputs)
  return async ({ stem }, job) => {
    for (const format of formats) {
      const path = join(outputDir, `${stem}.${format}`)
      await mkdir(dirname(path), { recursive: true })
      await save(job, format, path)
      io.stdout.write(`${path}\n`)
    }
  }
}
