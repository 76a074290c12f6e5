/** What a received file is called: names come from clients and strangers' servers, and are shown, never opened. */
import { parse } from 'content-disposition'

const FALLBACK = 'audio'
/** UTF-8 bytes, as long as a file system takes one: a client may save the file under it. */
const MAX_BYTES = 255

/** Controls, lone surrogates, line ends, and what turns the direction of writing (`gpj.exe` shown as `exe.jpg`). */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const EXTENSION = /(?<=[^.])\.([a-z0-9]{1,16})$/i

/** The last part of a path of any system, without anything that cannot be shown; `audio` when nothing is left. */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const shown = base.replace(UNSHOWABLE, '').trim()
  if (/^\.*$/.test(shown)) return FALLBACK
  const extension = EXTENSION.exec(shown)?.[0] ?? '' // kept when the name is cut
  const stem = shown.slice(0, shown.length - extension.length)
  return cut(stem, MAX_BYTES - Buffer.byteLength(extension)) + extension
}

/** The name of a fetched file: what its server calls it, else the end of its URL. */
export function fetchedFileName(url: URL, contentDisposition?: string): string {
  const { filename } = parse(contentDisposition ?? '').parameters
  return safeFileName(filename || decoded(url.pathname))
}

/** Lowercase, without the dot; empty when the name has none. */
export function extensionOf(fileName: string): string {
  return EXTENSION.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** The longest beginning of `text` that fits, no code point cut in two. */
function cut(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read).trimEnd()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a stray % is as good a name as any
  }
}
