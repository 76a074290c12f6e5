/** Names of received files. They come from clients and remote servers; they are displayed, never opened. */
import { parse } from 'content-disposition'

const FALLBACK = 'audio'
/** UTF-8 bytes; the limit of common file systems, because a client may save the file under this name. */
const MAX_BYTES = 255

/** Control characters, lone surrogates, line separators, and bidirectional controls (`gpj.exe` shown as `exe.jpg`). */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

const EXTENSION = /(?<=[^.])\.([a-z0-9]{1,16})$/i

/** The last segment of a path of any system, without unprintable characters; `audio` when nothing is left. */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const shown = base.replace(UNSHOWABLE, '').trim()
  if (/^\.*$/.test(shown)) return FALLBACK
  const extension = EXTENSION.exec(shown)?.[0] ?? '' // kept when the name is truncated
  const stem = shown.slice(0, shown.length - extension.length)
  return truncate(stem, MAX_BYTES - Buffer.byteLength(extension)) + extension
}

/** The name of a fetched file: from the Content-Disposition header, else the last segment of the URL. */
export function fetchedFileName(url: URL, contentDisposition?: string): string {
  const { filename } = parse(contentDisposition ?? '').parameters
  return safeFileName(filename || decoded(url.pathname))
}

/** Lowercase, without the dot; empty when the name has none. */
export function extensionOf(fileName: string): string {
  return EXTENSION.exec(fileName)?.[1]?.toLowerCase() ?? ''
}

/** Truncates a text to a number of bytes, between code points. */
function truncate(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read).trimEnd()
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a stray % is a valid name
  }
}
