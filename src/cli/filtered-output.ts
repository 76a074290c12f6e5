/** Keeps text from a server from controlling the terminal. */
import { StringDecoder } from 'node:string_decoder'
import type { Output } from './terminal.ts'

/** Control characters except tabs and line breaks, and characters that override the text direction. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

const unfiltered = new WeakMap<Output, Output>()

/** Strips control characters from what is written to a terminal. Any other output is returned unchanged. */
export function filtered(output: Output): Output {
  if (output.isTTY !== true) return output
  const decoder = new StringDecoder()
  const write = (chunk: string | Uint8Array, ...rest: never[]) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))
    return output.write(text.replaceAll('\r\n', '\n').replaceAll(CONTROLS, ' '), ...rest)
  }
  const filter = new Proxy(output, {
    get(_output, name) {
      const value: unknown = name === 'write' ? write : Reflect.get(output, name)
      return typeof value === 'function' ? (value.bind(output) as unknown) : value
    },
  })
  unfiltered.set(filter, output)
  return filter
}

/** The output behind a filtered one, for control sequences of the command line itself. */
export const controlled = (output: Output): Output => unfiltered.get(output) ?? output
