/** Every format is read again by a third-party parser. */
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import AdmZip from 'adm-zip'
import * as commonmark from 'commonmark'
import { parse } from 'csv-parse/sync'
import { SaxesParser } from 'saxes'
import SrtParser from 'srt-parser-2'
import webvtt from 'webvtt-parser'
import { z } from 'zod'
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../../contract/export-formats.ts'
import { subtitlesConfig } from '../../contract/features/subtitles.ts'
import { said, transcriptionOf } from '../../text/testing/utterances.ts'
import { exportAs } from './exporters.ts'
import type { TranscriptExport } from './transcript-export.ts'
import { growingTxt } from './txt.ts'

const HOSTILE = [
  '<script>alert(1)</script> & "quoted" \'too\' ]]>',
  'nul\u0000 bell\u0007 escape\u001b[31m c1\u0085 delete\u007f',
  'line\nfeed\r\nreturn\ttab\u2028separator',
  '\u202egnp.exe\u202c and \u2066isolated\u2069',
  'half\ud800 a pair\udc00, not\ufffe characters\uffff',
  '=HYPERLINK("http://example.com","click")',
  "+1+cmd|' /C calc'!A0",
  '-2+3',
  '@SUM(A1:A9)',
  '＝1',
  '\t=1+1',
  '# no heading',
  '- no list',
  '1. no list',
  '> no quotation',
  '***',
  '    no code',
  '**no** _emphasis_ `code` ~~struck~~ [link](javascript:alert(1)) ![image](x) <https://example.com> &lt; &copy;',
  '{"no":"json"}, "a","b"\\n',
  '',
  'déjà vu, 漢字, שלום, 👩‍👩‍👧',
]

/** A text on one line, without characters that documents do not allow. */
const shown = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\ufffe\uffff]+/gu, ' ')
    .trim()

/** A text that spreadsheets do not take for a formula. */
const inert = (text: string) => (/^[=+\-@＝]/.test(text) ? `'${text}` : text)

const NAME = '=Anna <b>*&amp; Söhne*</b>'
const TITLE = 'Talk # <1> *of* &amp;\u202e many'

function exportOfTexts(texts: readonly string[], more: Partial<TranscriptExport> = {}): TranscriptExport {
  const utterances = texts.map((text, i) => said(text, { start: i * 20, speaker: i % 3, channel: i % 2 }))
  return {
    title: TITLE,
    filename: 'Sales & “more” #1.mp3',
    duration: texts.length * 20,
    transcript: transcriptionOf(...utterances),
    summary: null,
    speakerNames: { 0: NAME },
    captions: subtitlesConfig.parse({}),
    hasSpeakers: true,
    hasTimestamps: true,
    hasParagraphs: false,
    ...more,
  }
}

const asText = async (format: ExportFormat, exported: TranscriptExport) =>
  String(await exportAs(format, exported))

/** The expected lines of most formats. */
const linesOf = ({ transcript }: TranscriptExport) =>
  transcript.utterances
    .map(({ text, speaker = 0, start, end, channel }) => {
      const name = speaker === 0 ? NAME : `Speaker ${speaker + 1}`
      const time = new Date(start * 1000).toISOString().slice(11, 19)
      return { head: `${time} ${name}:`, name, text: shown(text), start, end, channel }
    })
    .filter(({ text }) => text !== '')

/** The text of each paragraph of a document, and the text of its bold parts. */
function paragraphsOf(docx: Uint8Array) {
  const zip = new AdmZip(Buffer.from(docx))
  const found: { style: string; text: string; bold: string }[] = []
  // Every part is well-formed XML, without forbidden characters.
  for (const entry of zip.getEntries().filter(({ entryName }) => /\.(xml|rels)$/.test(entryName))) {
    const parser = new SaxesParser()
    let [isText, isBold] = [false, false]
    parser.on('opentag', ({ name, attributes }) => {
      if (entry.entryName !== 'word/document.xml') return
      if (name === 'w:p') found.push({ style: '', text: '', bold: '' })
      if (name === 'w:pStyle') found.at(-1)!.style = attributes['w:val'] ?? ''
      if (name === 'w:r') isBold = false
      if (name === 'w:b') isBold = true
      isText = name === 'w:t'
    })
    parser.on('closetag', () => (isText = false))
    parser.on('text', (text) => {
      if (!isText) return
      const paragraph = found.at(-1)!
      paragraph.text += text
      if (isBold) paragraph.bold += text
    })
    parser.write(entry.getData().toString()).close()
  }
  return found
}

/** The blocks of a Markdown document. Anything but headings, paragraphs and strong text is shown as its type in brackets. */
function blocksOf(markdown: string) {
  const found: { type: string; text: string; bold: string }[] = []
  const walker = new commonmark.Parser().parse(markdown).walker()
  let isBold = false
  for (let step = walker.next(); step !== null; step = walker.next()) {
    const { type, literal, parent } = step.node
    if (type === 'strong') isBold = step.entering
    else if (parent?.type === 'document' && step.entering) found.push({ type, text: '', bold: '' })
    else if (step.entering && type !== 'document') {
      const text = type === 'text' ? (literal ?? '') : `<${type}>`
      const block = found.at(-1)!
      block.text += text
      if (isBold) block.bold += text
    }
  }
  return found
}

const base = { name: z.string(), metadata: z.looseObject({}) }
const itemFields = { ...base, effects: z.tuple([]), markers: z.tuple([]), enabled: z.literal(true) }
const time = z.strictObject({
  OTIO_SCHEMA: z.literal('RationalTime.1'),
  rate: z.literal(1000),
  value: z.int().min(0),
})
const range = z.strictObject({ OTIO_SCHEMA: z.literal('TimeRange.1'), start_time: time, duration: time })
const media = z.strictObject({
  ...base,
  OTIO_SCHEMA: z.literal('ExternalReference.1'),
  available_range: range,
  available_image_bounds: z.null(),
  target_url: z.string(),
})
const clip = z.strictObject({
  ...itemFields,
  OTIO_SCHEMA: z.literal('Clip.2'),
  source_range: range,
  media_references: z.strictObject({ DEFAULT_MEDIA: media }),
  active_media_reference_key: z.literal('DEFAULT_MEDIA'),
})
const gap = z.strictObject({ ...itemFields, OTIO_SCHEMA: z.literal('Gap.1'), source_range: range })
const track = z.strictObject({
  ...itemFields,
  OTIO_SCHEMA: z.literal('Track.1'),
  kind: z.literal('Audio'),
  source_range: z.null(),
  children: z.array(z.discriminatedUnion('OTIO_SCHEMA', [clip, gap])),
})
const stack = z.strictObject({
  ...itemFields,
  OTIO_SCHEMA: z.literal('Stack.1'),
  source_range: z.null(),
  children: z.array(track),
})
/** According to the specification of OpenTimelineIO. */
const timeline = z.strictObject({
  ...base,
  OTIO_SCHEMA: z.literal('Timeline.1'),
  global_start_time: z.null(),
  tracks: stack,
})

/** The clips of a timeline, with the times at which they are played. */
function clipsOf(text: string) {
  const { tracks } = timeline.parse(JSON.parse(text))
  return tracks.children.flatMap(({ name, children }) => {
    let at = 0
    return children.flatMap((item) => {
      const start = at
      at += item.source_range.duration.value
      if (item.OTIO_SCHEMA === 'Gap.1') return []
      assert.equal(item.source_range.start_time.value, start, 'it plays its part of the audio')
      return [{ track: name, text: item.name, start: start / 1000, end: at / 1000 }]
    })
  })
}

suite('a transcript with hostile text, exported', () => {
  const exported = exportOfTexts(HOSTILE)
  const lines = linesOf(exported)

  test('as text, Markdown and docx has paragraphs, each with its speaker and its time', async () => {
    const utterances = [
      said('Good morning.', { speaker: 0 }),
      said('How are you?', { speaker: 0, start: 2.4 }),
      said('Fine.', { speaker: 1, start: 8 }),
    ]
    const talk = {
      ...exportOfTexts([]),
      transcript: transcriptionOf(...utterances),
      speakerNames: { 0: 'Anna' },
      hasParagraphs: true,
    }
    const [first, second] = ['Good morning. How are you?', 'Fine.']
    assert.equal(await asText('txt', talk), `00:00:00 Anna: ${first}\n\n00:00:08 Speaker 2: ${second}`)
    assert.match(await asText('md', talk), /\n\n\*\*00:00:00 Anna:\*\* Good morning\. How are you\?\n\n/)
    const document = paragraphsOf((await exportAs('docx', talk)) as Uint8Array)
    assert.deepEqual(
      document.slice(1).map(({ text }) => text),
      [`00:00:00 Anna: ${first}`, `00:00:08 Speaker 2: ${second}`],
    )
  })

  test('as text has a line for each utterance, unless in paragraphs', async () => {
    const expected = lines.map(({ head, text }) => `${head} ${text}`)
    assert.deepEqual((await asText('txt', exported)).split('\n'), expected)
  })

  test('as Markdown has a paragraph for each utterance, and nothing else but the title', async () => {
    const [heading, ...paragraphs] = blocksOf(await asText('md', exported))
    assert.deepEqual(heading, { type: 'heading', text: TITLE, bold: '' })
    const expected = lines.map(({ head, text }) => ({
      type: 'paragraph',
      text: `${head} ${text}`,
      bold: head,
    }))
    assert.deepEqual(paragraphs, expected)
    const bare = await asText('md', { ...exported, hasSpeakers: false, hasTimestamps: false })
    assert.deepEqual(
      blocksOf(bare).slice(1),
      lines.map(({ text }) => ({ type: 'paragraph', text, bold: '' })),
    )
  })

  test('as docx is well-formed, and has a paragraph for each utterance', async () => {
    const [heading, ...paragraphs] = paragraphsOf((await exportAs('docx', exported)) as Uint8Array)
    assert.deepEqual(heading, { style: 'Title', text: TITLE, bold: '' })
    const expected = lines.map(({ head, text }) => ({ style: '', text: `${head} ${text}`, bold: `${head} ` }))
    assert.deepEqual(paragraphs, expected)
  })

  test('as CSV has a row for each utterance, and no formulas', async () => {
    const csv = await asText('csv', exported)
    const rows = parse(csv, { bom: true, columns: true, record_delimiter: '\r\n' })
    const expected = lines.map(({ start, end, channel, name, text }) => ({
      ...{ start: `${start}`, end: `${end}`, channel: `${channel}`, speaker: inert(name) },
      ...{ language: 'en', text: inert(text) },
    }))
    assert.deepEqual(rows, expected)
    assert.ok(csv.startsWith('\ufeffstart,'))
  })

  test('as TSV has the columns of Whisper, no tabs in texts, and no formulas', async () => {
    const [head, ...rows] = parse(await asText('tsv', exported), { delimiter: '\t', quote: null })
    assert.deepEqual(head, ['start', 'end', 'text'])
    const expected = lines.map(({ start, end, text }) => [`${start * 1000}`, `${end * 1000}`, inert(text)])
    assert.deepEqual(rows, expected)
  })

  test('has its summary at the end, if requested', async () => {
    const summary = '- # One\n- <two> & \u0000'
    const more = { ...exported, summary }
    assert.match(await asText('txt', more), /\n\nSummary:\n- # One\n- <two> &$/)
    assert.deepEqual(blocksOf(await asText('md', more)).slice(-3), [
      { type: 'heading', text: 'Summary', bold: '' },
      { type: 'paragraph', text: '- # One', bold: '' },
      { type: 'paragraph', text: '- <two> &', bold: '' },
    ])
    assert.deepEqual(paragraphsOf((await exportAs('docx', more)) as Uint8Array).slice(-3), [
      { style: 'Heading1', text: 'Summary', bold: '' },
      { style: '', text: '- # One', bold: '' },
      { style: '', text: '- <two> &', bold: '' },
    ])
    assert.equal(JSON.parse(await asText('json', more)).summary, summary)
    assert.equal(await asText('srt', more), await asText('srt', exported))
  })

  test('as OpenTimelineIO follows its schema, with a clip for each utterance at its time', async () => {
    const clips = clipsOf(await asText('otio', exported))
    const expected = lines.map(({ channel, text, start, end }) => ({
      ...{ track: `Channel ${channel + 1}`, text, start, end },
    }))
    assert.deepEqual(
      clips.toSorted((a, b) => a.start - b.start),
      expected,
    )
  })

  test('as captions has every word, and names the speakers', async () => {
    const words = (text: string) => text.toWellFormed().replaceAll(/[\s\ufffe\uffff]+/g, '')
    const spoken = words(lines.map(({ text }) => text).join(''))
    const entities = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
    const { cues, errors } = new webvtt.WebVTTParser(entities).parse(await asText('vtt', exported))
    assert.deepEqual(errors, [])
    const voices = cues.map(({ tree }) => tree.children[0]!)
    assert.ok(voices.every(({ name }) => name === 'v'))
    const inVtt = voices.flatMap(({ children = [] }) => children.map(({ value }) => value)).join('')
    assert.equal(words(inVtt), spoken)
    // The parser does not resolve entities in annotations, although the specification requires it, as in texts.
    const names = new Set(
      voices.map(({ value = '' }) => value.replaceAll(/&\w+;/g, (name) => entities[name as '&lt;'])),
    )
    assert.deepEqual([...names], [NAME, 'Speaker 2', 'Speaker 3'])
    const srt = new SrtParser().fromSrt(await asText('srt', exported))
    assert.equal(srt.length, cues.length)
    assert.ok(srt[0]?.text.startsWith(`${NAME}: <script>`))
    const named = srt.filter(({ text }) => text.startsWith('Speaker 2: ')).length
    assert.equal(named, lines.filter(({ name }) => name === 'Speaker 2').length, 'where they change')
  })

  test('as JSON is the same as in the API', async () => {
    assert.deepEqual(
      JSON.parse(await asText('json', exported)),
      JSON.parse(JSON.stringify(exported.transcript)),
    )
  })
})

suite('an exported transcript', () => {
  test('names channels instead of unknown speakers if there are several, and nothing if there is one', async () => {
    const [left, right] = [said('Hello.', { channel: 0 }), said('Hi.', { channel: 1 })]
    const of = (...utterances: (typeof left)[]) =>
      asText('txt', exportOfTexts([], { transcript: transcriptionOf(...utterances), hasTimestamps: false }))
    assert.equal(await of(left, right), 'Channel 1: Hello.\nChannel 2: Hi.')
    assert.equal(await of(left), 'Hello.')
  })

  test('as text begins with the paragraphs that are printed before it is complete', async () => {
    const utterances = Array.from({ length: 99 }, (_, i) => said(`This is sentence ${i}.`, { start: i * 2 }))
    const whole = exportOfTexts([], { transcript: transcriptionOf(...utterances), hasParagraphs: true })
    const grow = growingTxt(true)
    const known = utterances.flatMap((one) => grow([one]))
    assert.ok(known.length > 0)
    const text = known.map((paragraph) => `${paragraph}\n\n`).join('')
    assert.ok((await asText('txt', whole)).startsWith(text), text)
  })

  test('has overlapping utterances of a channel on several tracks', async () => {
    const utterances = [said('One two three.'), said('Four five.', { start: 1 }), said('Six.', { start: 3 })]
    const transcript = transcriptionOf(...utterances)
    const clips = clipsOf(await asText('otio', exportOfTexts([], { transcript })))
    assert.deepEqual(
      clips.map(({ text, start }) => [text, start]),
      [
        ['One two three.', 0],
        ['Six.', 3],
        ['Four five.', 1],
      ],
    )
  })

  test('may be empty, in any format', async () => {
    for (const format of EXPORT_FORMAT_NAMES) await exportAs(format, exportOfTexts([]))
  })
})
