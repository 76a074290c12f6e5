/** The text of a PDF created by Chromium: its glyphs, decoded by the tables of their fonts. */
import { inflateSync } from 'node:zlib'

/** @returns a text for each page */
export function pdfPages(pdf: Buffer): string[] {
  const objects = new Map<number, { readonly head: string; readonly stream: string }>()
  for (const { 1: id = '', 2: body = '' } of pdf
    .toString('latin1')
    .matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [head = '', packed] = body.split('stream\n', 2)
    const bytes = packed === undefined ? null : Buffer.from(packed.replace(/\n?endstream$/, ''), 'latin1')
    const isPacked = head.includes('/FlateDecode') && !head.includes('/Subtype /Image')
    objects.set(Number(id), { head, stream: bytes && isPacked ? String(inflateSync(bytes)) : '' })
  }
  const headOf = (id: string | undefined) => objects.get(Number(id))?.head ?? ''
  const tableOf = (font: string) =>
    glyphsOf(objects.get(Number(/ToUnicode (\d+)/.exec(headOf(font))?.[1]))?.stream)
  return [...objects.values()].flatMap(({ head }) => {
    if (!/\/Type \/Page\b/.test(head)) return []
    const fonts = new Map(
      [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(({ 1: name = '', 2: id = '' }) => [name, tableOf(id)]),
    )
    const content = objects.get(Number(/\/Contents (\d+)/.exec(head)?.[1]))?.stream ?? ''
    let font: ReadonlyMap<string, string> | undefined
    let text = ''
    for (const [token, name] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<[\dA-Fa-f]+>|ET/g)) {
      if (name !== undefined) font = fonts.get(name)
      else if (token === 'ET') text += '\n'
      else
        text += (token.match(/[\dA-F]{4}/gi) ?? [])
          .map((glyph) => font?.get(glyph.toUpperCase()) ?? '')
          .join('')
    }
    return [text]
  })
}

/** The characters of glyphs, by glyph number in hexadecimal. */
function glyphsOf(table = ''): ReadonlyMap<string, string> {
  const glyphs = new Map<string, string>()
  const number = (hex: string | undefined) => Number.parseInt(hex ?? '', 16)
  const character = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
  const add = (glyph: number, hex: string) =>
    glyphs.set(glyph.toString(16).toUpperCase().padStart(4, '0'), character(hex))
  for (const [block] of table.matchAll(/beginbfchar.*?endbfchar/gs))
    for (const [, from, to = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) add(number(from), to)
  for (const [block] of table.matchAll(/beginbfrange.*?endbfrange/gs))
    for (const [, from, to, first] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let glyph = number(from); glyph <= number(to); glyph++)
        add(glyph, (number(first) + glyph - number(from)).toString(16).padStart(4, '0'))
  return glyphs
}
