/** What a server sends may be printed, but not control the terminal. */
import { StringDecoder } from 'node:string_decoder'
import type { Output } from './terminal.ts'

/** Control characters but tabs and line breaks, and what overrides the direction of writing. */
const CONTROLS = /[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu

const unfiltered = new WeakMap<Output, Output>()

/** An output through which nothing that is written can control the terminal; what is no terminal is left as it is. */
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

/** The output behind one that is filtered: for what the command line itself controls the terminal with. */
export const controlled = (output: Output): Output => unfiltered.get(output) ?? output
