/** Audio as clients of live sessions send it, and as `/file` returns it: encoded by ffmpeg, read by this file alone. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findFfmpeg } from '../../src/audio/ffmpeg.ts'
import { type LiveFormat, frameBytes } from '../../src/audio/live-format.ts'

/** The audio format in a request. */
export interface AudioFields {
  readonly encoding: LiveFormat['encoding']
  readonly bit_depth: LiveFormat['bitDepth']
  readonly sample_rate: LiveFormat['sampleRate']
  readonly channels: number
}

/** The format of a request that gives none. */
export const DEFAULT_AUDIO: AudioFields = {
  encoding: 'wav/pcm',
  bit_depth: 16,
  sample_rate: 16_000,
  channels: 1,
}

export function formatOf({ encoding, bit_depth, sample_rate, channels }: AudioFields): LiveFormat {
  return { encoding, bitDepth: bit_depth, sampleRate: sample_rate, channels }
}

const PCM = { 8: 'u8', 16: 's16le', 24: 's24le', 32: 's32le' } as const
const LAWS = { 'wav/alaw': 'alaw', 'wav/ulaw': 'mulaw' } as const

const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH'])

/** Encodes channels at 16 kHz and of equal length in a format, without a header. */
export async function encoded(
  channels: readonly Float32Array[],
  audio: AudioFields,
): Promise<Buffer<ArrayBuffer>> {
  const { encoding, bit_depth, sample_rate } = audio
  const sampleFormat = encoding === 'wav/pcm' ? PCM[bit_depth] : LAWS[encoding]
  const count = String(channels.length)
  const from = ['-f', 'f32le', '-ar', '16000', '-ac', count, '-i', 'pipe:0']
  // Given only their number, ffmpeg assigns the channels no positions, and so does not mix them.
  const into = ['-f', sampleFormat, '-ar', String(sample_rate), '-ac', count, 'pipe:1']
  const running = promisify(execFile)(ffmpeg, ['-v', 'error', ...from, ...into], {
    encoding: 'buffer',
    maxBuffer: 2 ** 28,
  })
  running.child.stdin?.end(Buffer.from(interleaved(channels).buffer))
  return Buffer.from((await running).stdout)
}

function interleaved(channels: readonly Float32Array[]): Float32Array {
  const length = channels[0]?.length ?? 0
  const whole = new Float32Array(length * channels.length)
  for (const [c, samples] of channels.entries())
    for (let i = 0; i < length; i++) whole[i * channels.length + c] = samples[i] ?? 0
  return whole
}

/** The header from a recorder that does not know the number of samples. */
export function wavHeader(audio: AudioFields, dataBytes = 0xffff_ffff): Buffer<ArrayBuffer> {
  const frame = frameBytes(formatOf(audio))
  const header = Buffer.alloc(44)
  header.write('RIFF')
  header.writeUInt32LE(0xffff_ffff, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(WAV_FORMATS[audio.encoding], 20)
  header.writeUInt16LE(audio.channels, 22)
  header.writeUInt32LE(audio.sample_rate, 24)
  header.writeUInt32LE(audio.sample_rate * frame, 28)
  header.writeUInt16LE(frame, 32)
  header.writeUInt16LE((frame / audio.channels) * 8, 34)
  header.write('data', 36)
  header.writeUInt32LE(dataBytes, 40)
  return header
}

const WAV_FORMATS = { 'wav/pcm': 1, 'wav/alaw': 6, 'wav/ulaw': 7 } as const
/** WAVE_FORMAT_EXTENSIBLE: the GUID at the end of the chunk starts with the actual format. */
const EXTENSIBLE = 0xfffe

/** The data of a WAV file. Fails unless the file is valid, has this format, and states the right sizes. */
export function wavData(file: Buffer, audio: AudioFields): Buffer {
  assert.equal(file.toString('latin1', 0, 4), 'RIFF')
  assert.equal(file.readUInt32LE(4), file.length - 8, 'the size in the header of the file')
  assert.equal(file.toString('latin1', 8, 12), 'WAVE')
  const chunks = new Map<string, Buffer>()
  for (let at = 12; at < file.length;) {
    const size = file.readUInt32LE(at + 4)
    assert.ok(at + 8 + size <= file.length, 'a chunk is longer than the file')
    chunks.set(file.toString('latin1', at, at + 4), file.subarray(at + 8, at + 8 + size))
    at += 8 + size + (size % 2) // chunks begin at even bytes
  }
  const format = chunks.get('fmt ') ?? assert.fail('no format')
  const tag = format.readUInt16LE(0)
  const frame = frameBytes(formatOf(audio))
  assert.equal(tag === EXTENSIBLE ? format.readUInt16LE(24) : tag, WAV_FORMATS[audio.encoding])
  assert.equal(format.readUInt16LE(2), audio.channels)
  assert.equal(format.readUInt32LE(4), audio.sample_rate)
  assert.equal(format.readUInt32LE(8), audio.sample_rate * frame)
  assert.equal(format.readUInt16LE(12), frame)
  assert.equal(format.readUInt16LE(14), (frame / audio.channels) * 8)
  return chunks.get('data') ?? assert.fail('no data')
}
