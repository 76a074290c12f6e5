import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import * as fc from 'fast-check'
import { distinctChannels } from './channels.ts'
import { decode } from './decode.ts'
import type { Recording } from './recording.ts'
import { ffmpeg, make, sound, temporaryFolder } from './test-media.ts'

/** Something like a voice: harmonics of a gliding pitch, in syllables and pauses, over the noise of a room. */
function voice(pitch: number, syllables: number): string {
  const phase = `2*PI*${pitch}*t+4*sin(2*PI*0.7*t+${syllables})`
  const harmonics = [1, 2, 3, 5, 8, 13].map((n) => `sin(${n}*(${phase}))/${n}`).join('+')
  return `0.15*(${harmonics})*pow(sin(PI*${syllables}*t),2)*gt(sin(2*PI*0.3*t+${syllables}),-0.5)`
}

const ANNA = voice(210, 3.1)
const BEN = voice(115, 4.3)
const SECONDS = 12
const SILENCE = '0'
const ROOM = '0.001*(random(0)-0.5)'

const folder = await temporaryFolder(after)

const SAME: [what: string, left: string, right: string][] = [
  ['the same voice', ANNA, ANNA],
  ['the same voice at −6 dB on one side', `0.5*(${ANNA})`, ANNA],
  ['the same voice, wired the wrong way round', ANNA, `-(${ANNA})`],
  ['silence on both sides', SILENCE, SILENCE],
]
const DIFFERENT: [what: string, left: string, right: string][] = [
  ['two voices', ANNA, BEN],
  ['two voices, one of them faint', ANNA, `0.02*(${BEN})`],
  ['two voices that hear each other at −20 dB', `${ANNA}+0.1*(${BEN})`, `${BEN}+0.1*(${ANNA})`],
  ['a voice and silence', ANNA, SILENCE],
  ['silence and a faint voice', SILENCE, `0.02*(${ANNA})`],
  ['a voice and the noise of a room', ANNA, ROOM],
  ['a voice on both sides, and one word of another on one', `${ANNA}+(${BEN})*between(t,9,10)`, ANNA],
]
const CODECS: [name: string, ...args: string[]][] = [
  ['16 bit.wav', '-c:a', 'pcm_s16le'],
  ['8 bit.wav', '-c:a', 'pcm_u8'],
  ['joint 64k.mp3', '-c:a', 'libmp3lame', '-b:a', '64k'],
  ['separate 64k.mp3', '-c:a', 'libmp3lame', '-b:a', '64k', '-joint_stereo', '0'],
  ['96k.m4a', '-c:a', 'aac', '-b:a', '96k'],
  ['.ogg', '-c:a', 'libvorbis'],
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

describe('distinctChannels', { concurrency: 2 }, () => {
  for (const [expected, cases] of [
    [[[0, 1]], SAME],
    [[[0], [1]], DIFFERENT],
  ] as const) {
    for (const [what, left, right] of cases) {
      it(`${what}: ${expected.length}`, async () => {
        const source = sound([left, right], 44_100, SECONDS)
        const original = await make(join(folder, `${what}.wav`), ...source, '-c:a', 'pcm_f32le')
        for (const [name, ...args] of CODECS) {
          // What is below the step of 8 bits is not in the file.
          if (what.includes('faint') && name.startsWith('8 bit')) continue
          const file = await make(join(folder, `${what} ${name}`), '-i', original, ...args)
          assert.deepEqual(await groupsOf(file), expected, name)
        }
      })
    }
  }

  it('one channel is one group', async () => {
    assert.deepEqual(await groupsOf(await make(join(folder, 'mono.wav'), ...sound([ANNA], 16_000, 1))), [[0]])
  })

  it('a part of a second is enough', async () => {
    const short = (left: string, right: string) => sound([left, right], 16_000, 0.2)
    assert.deepEqual(await groupsOf(await make(join(folder, 'a.wav'), ...short(ANNA, BEN))), [[0], [1]])
    assert.deepEqual(await groupsOf(await make(join(folder, 'b.wav'), ...short(ANNA, ANNA))), [[0, 1]])
  })

  it('any gain, in any order of channels, makes the same groups', async () => {
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

  it('reads no more of a long recording than it needs', async () => {
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
