/** Names of received files. They come from clients and remote servers; they are displayed, and clients save files under them. */
import { parse } from 'content-disposition'

const FALLBACK = 'audio'
/** UTF-8 bytes; the limit of common file systems. */
const MAX_BYTES = 255

/** Control characters, lone surrogates, line separators, and bidirectional controls (they show `gpj.exe` as `exe.jpg`). */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Not allowed in names on Windows, where a colon also separates the name of a stream. */
const FORBIDDEN = /[<>:"|?*]/g

/**
 * Leading characters of hidden files and command options, and trailing characters that Windows drops. The look-behind
 * keeps a long run of these from taking quadratic time.
 */
const EDGES = /^[\s.-]+|(?<![\s.])[\s.]+$/g

/** Names of Windows devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i

const EXTENSION = /(?<=[^.])\.([a-z0-9]{1,16})$/i

/** Turns the last segment of any system's path into a name that every system can save; `audio` if nothing is left. */
export function safeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  const shown = base.replace(UNSHOWABLE, '').replace(FORBIDDEN, '_').replace(EDGES, '')
  if (shown === '') return FALLBACK
  const safe = DEVICE.test(shown) ? `_${shown}` : shown
  const extension = EXTENSION.exec(safe)?.[0] ?? '' // kept when the name is truncated
  const stem = safe.slice(0, safe.length - extension.length)
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
  return text.slice(0, read).replace(EDGES, '')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a stray % is a valid name
  }
}
