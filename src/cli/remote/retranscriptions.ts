/** Commands that transcribe the audio of jobs again. */
import type { Retranscription, Scriptorium } from '../../../clients/typescript/src/index.ts'
import type { LanguageCode } from '../../contract/languages.ts'
import { UsageError } from '../errors.ts'
import { languagesOf } from '../request-options.ts'
import { printable } from '../terminal.ts'
import { forEach } from './failure.ts'
import type { Io } from './io.ts'
import { listFilters } from './list-options.ts'

type RetranscribeOptions = Readonly<Record<string, unknown>> & {
  readonly spoken?: readonly LanguageCode[]
  readonly diarize?: true
  readonly accept?: true
  readonly idle?: true
}

/** Transcribes jobs again and prints their ids, or all jobs that match the filters, and prints how many. */
export async function retranscribe(
  io: Io,
  client: Scriptorium,
  ids: readonly string[] = [],
  options: RetranscribeOptions,
): Promise<void> {
  const { spoken, diarize, accept, idle } = options
  const filters = listFilters(options)
  if (Object.keys(filters).length > 0 === ids.length > 0)
    throw new UsageError('Give ids of jobs, or filters such as --language en')
  const request = {
    ...(spoken !== undefined && languagesOf({ language: spoken })),
    ...(diarize && { diarization: true }),
    ...(accept && { accept }),
    ...(idle && { idle }),
  }
  const { interrupted: signal, stdout } = io
  if (ids.length === 0) {
    const { matched } = await client.retranscribeAll(filters, request, { signal })
    stdout.write(`${matched ?? 'many'}\n`)
    return
  }
  await forEach(io, ids, String, async (id) => {
    await client.retranscribe(id, request, { signal })
    stdout.write(`${id}\n`)
  })
}

/** Prints the state of the new transcript of a job and each change in it, or accepts or discards it. */
export async function retranscription(
  { interrupted: signal, stdout }: Io,
  client: Scriptorium,
  id: string,
  { accept, discard, json }: { readonly accept?: true; readonly discard?: true; readonly json?: true },
): Promise<void> {
  if (accept) {
    const transcript = await client.acceptRetranscription(id, { signal })
    stdout.write(`${json ? JSON.stringify(transcript) : id}\n`)
  } else if (discard) {
    await client.discardRetranscription(id, { signal })
    stdout.write(`${json ? JSON.stringify({ id }) : id}\n`)
  } else {
    const found = await client.retranscription(id, { signal })
    stdout.write(json ? `${JSON.stringify(found)}\n` : textOf(found))
  }
}

function textOf({ status, error, difference }: Retranscription): string {
  if (difference === null) return `${status}${error === null ? '' : `  ${printable(error)}`}\n`
  const lines = difference.changes.map(({ start, before, old, new: now, after, kept }) => {
    const change = kept ? `{keeps ${old}, recognised ${now}}` : `[-${old}-]{+${now}+}`
    return `${start.toFixed(1)}  ${printable(`${before} ${change} ${after}`.trim())}`
  })
  const { words, kept } = difference
  return [`${status}  ${words} words differ, ${kept} corrections are kept`, ...lines, ''].join('\n')
}
