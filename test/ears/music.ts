/** Music without voices, generated from a seed: pieces of 20 s for several instruments and drums. */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { addBurst } from './synthesis.ts'

type Random = () => number

interface Note {
  readonly start: number
  readonly seconds: number
  /** Semitones from A at 440 Hz. */
  readonly pitch: number
  readonly level: number
}

/** The sound of an instrument: the levels of its harmonics, its attack and its decay. */
interface Instrument {
  readonly harmonics: readonly number[]
  /** Seconds. */
  readonly attack: number
  /** Seconds until a note fades to a third; Infinity if it is held until its end. */
  readonly decay: number
  /** Depth of its vibrato in semitones. */
  readonly vibrato: number
}

const INSTRUMENTS: Readonly<Record<string, Instrument>> = {
  piano: { harmonics: [1, 0.5, 0.3, 0.2, 0.1, 0.05], attack: 0.005, decay: 0.6, vibrato: 0 },
  organ: { harmonics: [1, 0.8, 0, 0.6, 0, 0, 0, 0.4], attack: 0.02, decay: Infinity, vibrato: 0.05 },
  flute: { harmonics: [1, 0.2, 0.1], attack: 0.08, decay: Infinity, vibrato: 0.25 },
  strings: {
    harmonics: [1, 0.6, 0.5, 0.4, 0.35, 0.3, 0.2, 0.15, 0.1],
    attack: 0.15,
    decay: Infinity,
    vibrato: 0.3,
  },
  brass: { harmonics: [0.6, 0.9, 1, 0.8, 0.6, 0.4, 0.3, 0.2], attack: 0.05, decay: Infinity, vibrato: 0.1 },
  bells: { harmonics: [1, 0, 0.7, 0, 0.3, 0, 0, 0.3, 0, 0, 0.2], attack: 0.002, decay: 1.5, vibrato: 0 },
  guitar: { harmonics: [1, 0.7, 0.5, 0.3, 0.3, 0.2, 0.1], attack: 0.003, decay: 0.4, vibrato: 0 },
}
const NAMES = Object.keys(INSTRUMENTS)

/** I–V–vi–IV and the like: semitones of the roots of chords, and whether they are minor. */
const PROGRESSIONS: readonly (readonly (readonly [root: number, minor: boolean])[])[] = [
  [
    [0, false],
    [7, false],
    [9, true],
    [5, false],
  ],
  [
    [0, true],
    [8, false],
    [3, false],
    [10, false],
  ],
  [
    [2, true],
    [7, false],
    [0, false],
    [9, true],
  ],
]
const SCALE = [0, 2, 4, 5, 7, 9, 11, 12]

const PIECE_SECONDS = 20

export function music(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (let at = 0; at < length; at += PIECE_SECONDS * SAMPLE_RATE)
    addPiece(samples.subarray(at, at + PIECE_SECONDS * SAMPLE_RATE), random)
  return samples
}

function addPiece(samples: Float32Array, random: Random): void {
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(items.length * random())]!
  const beat = 60 / (70 + 80 * random())
  const key = Math.floor(12 * random()) - 9
  const [melody, chords] = [INSTRUMENTS[pick(NAMES)]!, INSTRUMENTS[pick(NAMES)]!]
  const progression = pick(PROGRESSIONS)
  const hasDrums = random() < 0.6
  for (let beats = 0; beats * beat * SAMPLE_RATE < samples.length; beats++) {
    const start = beats * beat
    const [root, minor] = progression[Math.floor(beats / 4) % progression.length]!
    if (beats % 4 === 0)
      for (const interval of [0, minor ? 3 : 4, 7])
        play(samples, chords, { start, seconds: 4 * beat, pitch: key + root + interval - 12, level: 0.3 })
    play(samples, INSTRUMENTS['guitar']!, { start, seconds: beat, pitch: key + root - 24, level: 0.5 })
    const notes = pick([1, 1, 2, 4])
    for (let i = 0; i < notes; i++) {
      const seconds = beat / notes
      play(samples, melody, { start: start + i * seconds, seconds, pitch: key + pick(SCALE), level: 0.6 })
    }
    if (hasDrums) addDrums(samples, beats, beat, random)
  }
}

/** Alternating bass drum and snare, and a cymbal twice a beat. */
function addDrums(samples: Float32Array, beats: number, beat: number, random: Random): void {
  const at = beats * beat * SAMPLE_RATE
  const drum = beats % 2 === 0 ? { seconds: 0.08, hertz: 70 } : { seconds: 0.06, hertz: 1800 }
  addBurst(samples, at, { ...drum, level: 2 }, random)
  for (const half of [0, 0.5])
    addBurst(samples, at + half * beat * SAMPLE_RATE, { seconds: 0.02, hertz: 6000, level: 0.7 }, random)
}

function play(samples: Float32Array, instrument: Instrument, { start, seconds, pitch, level }: Note): void {
  const { attack, decay, vibrato } = instrument
  const from = Math.round(start * SAMPLE_RATE)
  const to = Math.min(samples.length, from + Math.round(seconds * SAMPLE_RATE))
  const hertz = 440 * 2 ** (pitch / 12)
  const wave = waveOf(instrument, hertz)
  let phase = 0
  for (let i = from; i < to; i++) {
    const now = (i - from) / SAMPLE_RATE
    const sway = vibrato * Math.min(1, now / 0.3) * Math.sin(2 * Math.PI * 5.5 * now)
    phase += (hertz * (1 + 0.0578 * sway)) / SAMPLE_RATE
    const own = wave[Math.floor(phase * WAVE_LENGTH) % WAVE_LENGTH]!
    const release = Math.min(1, (seconds - now) / 0.03)
    samples[i]! += level * own * Math.min(1, now / attack) * Math.exp(-now / decay) * Math.max(0, release)
  }
}

const WAVE_LENGTH = 4096

/** One period of a note, without the harmonics that the sample rate cannot carry. */
function waveOf({ harmonics }: Instrument, hertz: number): Float32Array {
  const audible = harmonics.slice(0, Math.floor(SAMPLE_RATE / 2.2 / hertz))
  return Float32Array.from({ length: WAVE_LENGTH }, (_, i) =>
    audible.reduce((sum, level, k) => sum + level * Math.sin((2 * Math.PI * (k + 1) * i) / WAVE_LENGTH), 0),
  )
}
