import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import * as fc from 'fast-check'
import { isLong } from '../../test/support/long.ts'
import { distinctChannels } from './channels.ts'
import { decode } from './decode.ts'
import type { Recording } from './recording.ts'
import { ffmpeg, make, run, synthesised, temporaryFolder } from './testing/media.ts'

/** Something like a voice: harmonics of a gliding pitch, in syllables and pauses. */
function voice(pitch: number, syllables: number): string {
  const phase = `2*PI*${pitch}*t+4*sin(2*PI*0.7*t+${syllables})`
  const harmonics = [1, 2, 3, 5, 8, 13].map((n) => `sin(${n}*(${phase}))/${n}`).join('+')
  return `0.15*(${harmonics})*pow(sin(PI*${syllables}*t),2)*gt(sin(2*PI*0.3*t+${syllables}),-0.5)`
}

const folder = await temporaryFolder(after)

/** Channels: the voices of Anna and Ben, one word of Ben's, the noise of a room. */
const sources = await make(
  join(folder, 'sources.wav'),
  ...synthesised(
    [voice(210, 3.1), voice(115, 4.3), `${voice(115, 4.3)}*between(t,2.4,2.9)`, '0.001*(random(0)-0.5)'],
    44_100,
    3,
  ),
  ...['-c:a', 'pcm_f32le'],
)
const [ANNA, BEN, WORD, ROOM, SILENCE] = ['c0', 'c1', 'c2', 'c3', '0*c0']

type Mix = [what: string, left: string, right: string]
const QUIETER: Mix = ['the same voice at −6 dB on one side', `0.5*${ANNA}`, ANNA]
const SAME: Mix[] = [
  QUIETER,
  ['the same voice', ANNA, ANNA],
  ['the same voice, wired the wrong way round', ANNA, `-1*${ANNA}`],
  ['silence on both sides', SILENCE, SILENCE],
]
const DIFFERENT: Mix[] = [
  ['two voices', ANNA, BEN],
  ['two voices, one of them faint', ANNA, `0.02*${BEN}`],
  ['two voices with crosstalk at −20 dB', `${ANNA}+0.1*${BEN}`, `0.1*${ANNA}+${BEN}`],
  ['a voice and silence', ANNA, SILENCE],
  ['silence and a faint voice', SILENCE, `0.02*${ANNA}`],
  ['a voice and the noise of a room', ANNA, ROOM],
  ['a voice on both sides, and one word of another on one', `${ANNA}+${WORD}`, ANNA],
]

type Codec = [name: string, ...args: string[]]
const USUAL: Codec[] = [
  ['16 bit.wav', '-c:a', 'pcm_s16le'],
  ['joint 64k.mp3', '-c:a', 'libmp3lame', '-b:a', '64k'],
  ['96k.m4a', '-c:a', 'aac', '-b:a', '96k'],
]
const ALL: Codec[] = [
  ...USUAL,
  ['8 bit.wav', '-c:a', 'pcm_u8'],
  ['separate 64k.mp3', '-c:a', 'libmp3lame', '-b:a', '64k', '-joint_stereo', '0'],
  ['48k.ogg', '-c:a', 'libvorbis', '-b:a', '48k'],
  ['48k.opus', '-c:a', 'libopus', '-b:a', '48k'],
]

async function groupsOf(file: string): Promise<number[][]> {
  const recording = await decode(file, { ffmpeg, folder, maxSeconds: 60 })
  try {
    return await distinctChannels(recording)
  } finally {
    await recording.close()
  }
}

suite('distinctChannels', { concurrency: 2 }, () => {
  const check = async ([what, left, right]: Mix, codecs: Codec[], expected: number[][]) => {
    const mix = ['-filter:a', `pan=stereo|c0=${left}|c1=${right}`]
    const fileOf = (name: string) => join(folder, `${what} ${name}`)
    await run('-i', sources, ...codecs.flatMap(([name, ...args]) => [...mix, ...args, fileOf(name)]))
    for (const [name] of codecs) assert.deepEqual(await groupsOf(fileOf(name)), expected, name)
  }
  // Codecs change channels most if their levels differ.
  for (const mix of SAME)
    test(`one: ${mix[0]}`, () => check(mix, isLong || mix === QUIETER ? ALL : USUAL, [[0, 1]]))
  for (const mix of DIFFERENT) test(`two: ${mix[0]}`, () => check(mix, USUAL, [[0], [1]]))

  test('one channel is one group', async () => {
    const mono = await make(join(folder, 'mono.wav'), '-i', sources, '-af', 'pan=mono|c0=c0')
    assert.deepEqual(await groupsOf(mono), [[0]])
  })

  test('a part of a second is enough', async () => {
    const short = ['-t', '0.2', '-i', sources, '-af']
    const two = await make(join(folder, 'two.wav'), ...short, `pan=stereo|c0=${ANNA}|c1=${BEN}`)
    assert.deepEqual(await groupsOf(two), [[0], [1]])
    const one = await make(join(folder, 'one.wav'), ...short, `pan=stereo|c0=${ANNA}|c1=${ANNA}`)
    assert.deepEqual(await groupsOf(one), [[0, 1]])
  })

  test('any gain, in any order of channels, makes the same groups', async () => {
    const voices = [Math.sin, (x: number) => Math.sin(1.7 * x), (x: number) => Math.sin(2.3 * x)]
    const channel = fc.record({
      voice: fc.nat(voices.length - 1),
      gain: fc.double({ min: 0.01, max: 1, noNaN: true }),
      negative: fc.boolean(),
    })
    const property = fc.asyncProperty(fc.array(channel, { minLength: 1, maxLength: 6 }), async (channels) => {
      const signals = channels.map(({ voice: v, gain, negative }) =>
        Float32Array.from({ length: 20_000 }, (_, i) => (negative ? -gain : gain) * voices[v]!(i / 10)),
      )
      const groups = Map.groupBy(channels.keys(), (i) => channels[i]!.voice)
      assert.deepEqual(await distinctChannels(inMemory(signals)), [...groups.values()])
    })
    await fc.assert(property, { seed: 1, numRuns: 50 })
  })

  test('reads no more of a long recording than it needs', async () => {
    const hours = 3
    let reads = 0
    const samples = hours * 3600 * 16_000
    const recording: Recording = {
      channels: 2,
      samples,
      read: async (number, from, to) => {
        reads++
        const pitch = number === 0 ? 0.1 : 0.17
        return Float32Array.from({ length: to - from }, (_, i) => Math.sin(pitch * (from + i)))
      },
      close: async () => {},
    }
    assert.deepEqual(await distinctChannels(recording), [[0], [1]])
    assert.ok(reads / 2 < (0.02 * samples) / 8000)
  })
})

function inMemory(signals: readonly Float32Array[]): Recording {
  return {
    channels: signals.length,
    samples: signals[0]?.length ?? 0,
    read: async (channel, from, to) => (signals[channel] ?? new Float32Array()).subarray(from, to),
    close: async () => {},
  }
}
