/** Forms with a file, each with a fault of the multipart format. */
import type { Random } from '../../../bench/list/random.ts'
import { HOSTILE_STRINGS, pick } from './json.ts'

interface Form {
  readonly contentType: string
  readonly body: Buffer<ArrayBuffer>
}

interface Part {
  readonly headers: readonly string[]
  readonly content: Buffer<ArrayBuffer>
}

/** Not audio, and refused as soon as it is inspected. */
const NOISE = Buffer.from('not audio at all')
const AUDIO = 'content-disposition: form-data; name="audio"; filename="talk.wav"'

const file = (disposition = AUDIO, content: Buffer<ArrayBuffer> = NOISE): Part => ({
  headers: [disposition],
  content,
})

function form(parts: readonly Part[], boundary = 'boundary', end = '--'): Form {
  const line = (text: string) => Buffer.from(`${text}\r\n`)
  const pieces = parts.flatMap(({ headers, content }) => [
    line(`--${boundary}`),
    ...headers.map(line),
    line(''),
    content,
    line(''),
  ])
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}${end}\r\n`)])
  return { contentType: `multipart/form-data; boundary=${boundary}`, body }
}

/** Refused before the file is inspected. */
const FORMS: readonly ((rng: Random) => Form)[] = [
  () => form([]),
  () => form([{ headers: [], content: NOISE }]),
  () => form([{ headers: ['content-disposition: form-data'], content: NOISE }]),
  () => form([{ headers: ['content-disposition: attachment; name="audio"'], content: NOISE }]),
  () => form([{ headers: ['no header at all'], content: NOISE }]),
  () => form([{ headers: [`${'x'.repeat(20_000)}: y`], content: NOISE }]),
  () => form([file('content-disposition: form-data; name="audio"')]),
  () => form([file('content-disposition: form-data; name="other"; filename="talk.wav"')]),
  () => form([file('content-disposition: form-data; name="__proto__"; filename="talk.wav"')]),
  () => form([file('content-disposition: form-data; name="__proto__"')]),
  () => form([file('content-disposition: form-data; name="constructor"')]),
  () => form([file(`content-disposition: form-data; name="${'n'.repeat(500)}"`)]),
  () => form(Array.from({ length: 20 }, (_, i) => file(`content-disposition: form-data; name="field ${i}"`))),
  () => form([file('content-disposition: form-data; name="note"', Buffer.alloc(100_000, 'x'))]),
  (rng) => form([file()], 'b'.repeat(200 + rng.below(200))),
  () => ({ ...form([]), contentType: 'multipart/form-data' }),
  () => ({ ...form([]), contentType: 'multipart/form-data; boundary=' }),
  () => ({ ...form([]), contentType: 'multipart/form-data; boundary=another' }),
  () => ({ ...form([file()]), contentType: 'multipart/form-data; boundary=another' }),
  () => ({ ...form([file()]), contentType: 'multipart/mixed; boundary=boundary' }),
  () => ({ ...form([file()]), contentType: 'application/x-www-form-urlencoded' }),
  () => ({ ...form([file()]), body: Buffer.alloc(0) }),
  () => ({ ...form([]), body: Buffer.from('--boundary') }),
  () => ({ ...form([]), body: Buffer.from('--boundary\r\ncontent-disp') }),
  () => ({ ...form([]), body: Buffer.alloc(50_000, '-') }),
  (rng) => ({ ...form([]), body: Buffer.from(Array.from({ length: 500 }, () => rng.below(256))) }),
  (rng) => {
    const whole = form([file()])
    return { ...whole, body: whole.body.subarray(0, rng.below(whole.body.length - 20)) }
  },
]

/** Refused because the file is not audio: each costs an inspection. */
const FILES: readonly ((rng: Random) => Form)[] = [
  () => form([file()]),
  () => form([file(AUDIO, Buffer.alloc(0))]),
  () => form([file(), file()]),
  () => form([{ headers: [AUDIO, 'content-transfer-encoding: base64'], content: NOISE }]),
  () => form([file('content-disposition: form-data; name="audio"; filename*=UTF-8\'\'%zz%00')]),
  (rng) =>
    form([file(`content-disposition: form-data; name="audio"; filename="${pick(rng, HOSTILE_STRINGS)}"`)]),
  () => form([file()], 'boundary', ''),
]

/** The share of forms whose file is inspected, each by a process. */
const LOOKED_AT = 0.08

export function brokenForm(rng: Random): Form {
  return pick(rng, rng.unit() < LOOKED_AT ? FILES : FORMS)(rng)
}
