import { basename } from 'node:path'
import type {
  LiveMessage,
  LiveRequest,
  LiveSession,
  Scriptorium,
} from '../../../clients/typescript/src/index.ts'
import { CommandError, UsageError } from '../errors.ts'
import { languagesOf } from '../request-options.ts'
import { StatusLine } from '../status-line.ts'
import { printable } from '../terminal.ts'
import { UNREADABLE } from '../../audio/decoder.ts'
import type { Io } from './io.ts'
import { jsonFile } from './json-options.ts'
import { decoder, FORMAT, outputOf, recorder } from './live-audio.ts'
import { checkReadable } from './readable-file.ts'

interface LiveOptions {
  readonly mic?: true
  readonly fast?: true
  readonly language?: readonly string[]
  readonly codeSwitching?: true
  readonly config?: string
  readonly json?: true
}

/**
 * Transcribes a microphone, a file or standard input while it is recorded or read. The first Ctrl-C ends the recording, and the rest of
 * it is transcribed.
 */
export async function live(
  io: Io,
  client: Scriptorium,
  source: string | undefined,
  options: LiveOptions,
): Promise<void> {
  if ((source === undefined) === (options.mic === undefined))
    throw new UsageError('Give a file, - for standard input, or --mic')
  if (source === '-' && io.stdin.isTTY === true)
    throw new UsageError('-: standard input is a terminal; pipe audio into it')
  const request = requestWith(options, options.json === true || io.stdout.isTTY === true)
  if (source !== undefined && source !== '-') await checkSource(source)
  const program = source === undefined ? recorder(io) : await decoder(source, io, options.fast !== true)
  const complaintOf = (line: string) =>
    source === undefined ? `${basename(program[0])} cannot record: ${line}` : `${source}: ${UNREADABLE}`
  const stop = new AbortController()
  const signal = AbortSignal.any([io.interrupted, stop.signal])
  const audio = outputOf(program, source === '-' ? io.stdin : null, complaintOf, signal)
  try {
    // Before the session is opened, which is not needed if nothing can be recorded or decoded.
    const first = await audio.next()
    if (first.done === true) throw new CommandError('there is no audio')
    const onConnection = (isOpen: boolean) => {
      if (!isOpen) io.stderr.write('The connection was lost. Reconnecting; no audio is lost.\n')
    }
    const session = await client.live(request, { onConnection })
    if (options.mic === true && io.stderr.isTTY === true)
      io.stderr.write('Recording; press Ctrl-C to stop.\n')
    await Promise.all([send(session, first.value, audio), printMessages(io, session, options.json === true)])
    io.stderr.write(`The recording is saved: scriptorium jobs get ${session.id}\n`)
    // Also after Ctrl-C, which ends the recording as intended.
    io.exitWith(0)
  } finally {
    stop.abort()
  }
}

async function checkSource(source: string): Promise<void> {
  await checkReadable(source).catch((error: Error) => {
    throw new CommandError(`${source}: ${error.message}`)
  })
}

async function send(
  session: LiveSession,
  first: Uint8Array,
  audio: AsyncIterable<Uint8Array>,
): Promise<void> {
  try {
    await session.send(first)
    for await (const chunk of audio) await session.send(chunk)
    await session.finish()
  } catch (error) {
    session.close()
    throw error
  }
}

/** On a terminal, the line of an utterance is rewritten until it is final. */
async function printMessages({ stdout, stderr }: Io, session: LiveSession, isJson: boolean): Promise<void> {
  const line = new StatusLine(stdout)
  for await (const message of session) {
    if (isJson) {
      stdout.write(`${JSON.stringify(message)}\n`)
      continue
    }
    const { text, isFinal } = utteranceOf(message)
    if (isFinal) {
      line.clear()
      stdout.write(`${text}\n`)
    } else if (text !== '') line.show(text, 'end')
    if (message.type === 'error') stderr.write(`${printable(message.error.message)}\n`)
  }
  line.clear()
}

function utteranceOf(message: LiveMessage): { text: string; isFinal: boolean } {
  if (message.type !== 'transcript') return { text: '', isFinal: false }
  const { utterance, is_final: isFinal } = message.data
  return { text: printable(utterance.text).trim(), isFinal }
}

function requestWith({ config, ...options }: LiveOptions, hasPartials: boolean): LiveRequest {
  const given = config === undefined ? {} : (jsonFile('--config', config) as LiveRequest)
  return {
    ...given,
    ...FORMAT,
    ...languagesOf(options),
    messages_config: { receive_partial_transcripts: hasPartials, ...given.messages_config },
  }
}
