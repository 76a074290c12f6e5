/** Sounds other than speech, all but one generated from a seed: what a microphone hears when nobody speaks. */
import { SAMPLE_RATE } from '../../src/audio/recording.ts'
import { randomFrom } from '../support/random.ts'
import { music } from './music.ts'
import { recordedMusic } from './recordings.ts'
import { addBurst, band, Filter, lowPass, sine } from './synthesis.ts'

type Random = () => number
type Sound = (length: number, random: Random) => Float32Array

/** The generators, by name. */
const SOUNDS: Readonly<Record<string, Sound>> = {
  silence: (length) => new Float32Array(length),
  'white noise': white,
  'pink noise': pink,
  'brown noise': brown,
  hum,
  music,
  typing,
  breath,
  wind,
  rain,
  alarms,
  applause,
  'keys of a telephone': telephoneKeys,
  fan,
  'tones of a telephone': telephoneTones,
}

const RECORDED_MUSIC = 'recorded music'

export const SOUND_NAMES = [...Object.keys(SOUNDS), RECORDED_MUSIC]

/** Seconds at one level; the next differs by up to 34 dB. */
const LEVEL_SECONDS = 10
const LOUDEST = 0.5
const QUIETEST = 0.01

/** A sound, the same for the same seed; generated ones vary in loudness. */
export function soundOf(name: string, seconds: number, seed = 1): Float32Array {
  if (name === RECORDED_MUSIC) return recordedMusic(Math.round(seconds * SAMPLE_RATE))
  const make = SOUNDS[name]
  if (make === undefined) throw new Error(`There is no sound ${name}`)
  const random = randomFrom(seed)
  const sound = make(Math.round(seconds * SAMPLE_RATE), random)
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9)
  const levels = Array.from({ length: Math.ceil(seconds / LEVEL_SECONDS) + 1 }, () => random())
  return sound.map((sample, i) => {
    const at = i / (LEVEL_SECONDS * SAMPLE_RATE)
    const before = levels[Math.floor(at)]!
    const exponent = before + (levels[Math.floor(at) + 1]! - before) * (at % 1)
    return ((sample * LOUDEST) / peak) * (QUIETEST / LOUDEST) ** exponent
  })
}

function white(length: number, random: Random): Float32Array {
  return new Float32Array(length).map(() => 2 * random() - 1)
}

/** 3 dB less for each octave: the sum of noises that are held for 1, 2, 4 … samples (Voss and McCartney). */
function pink(length: number, random: Random): Float32Array {
  const rows = new Float32Array(16)
  return new Float32Array(length).map((_, i) => {
    rows[Math.min(15, 31 - Math.clz32((i + 1) & -(i + 1)))] = 2 * random() - 1
    return rows.reduce((sum, row) => sum + row, 0)
  })
}

/** 6 dB less for each octave. */
function brown(length: number, random: Random): Float32Array {
  return lowPass(white(length, random), 20)
}

/** Mains hum, with its harmonics. */
function hum(length: number, random: Random): Float32Array {
  const weights = Array.from({ length: 12 }, (_, k) => (k % 2 === 0 ? 1 : 0.4) * random() ** (k / 4))
  const hiss = white(length, random)
  return hiss.map((noise, i) =>
    weights.reduce((sum, weight, k) => sum + weight * sine(50 * (k + 1), i), noise / 50),
  )
}

/** Keystrokes, and mouse clicks. */
function typing(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (let at = 0; at < length;) {
    for (let keys = 1 + 30 * random(); keys > 0; keys--) {
      const key = { seconds: 0.01 + 0.03 * random(), hertz: 1200 + 3500 * random(), level: 0.3 + random() }
      addBurst(samples, at, key, random)
      // The key is released.
      addBurst(samples, at + (0.05 + 0.05 * random()) * SAMPLE_RATE, { ...key, level: key.level / 3 }, random)
      at += (0.08 + 0.2 * random()) * SAMPLE_RATE
    }
    at += 3 * random() * SAMPLE_RATE
  }
  return samples
}

/** Breathing: in, out, and a pause. */
function breath(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (let at = 0; at < length; at += (0.5 + 2 * random()) * SAMPLE_RATE)
    for (const [hertz, level] of [
      [1800, 0.6],
      [900, 1],
    ] as const) {
      const part = band(
        white(Math.round((0.8 + random()) * SAMPLE_RATE), random),
        hertz * (0.8 + 0.4 * random()),
        1,
      )
      part.forEach((sample, i) => {
        const k = Math.floor(at) + i
        if (k < length) samples[k]! += level * sample * Math.sin((Math.PI * i) / part.length) ** 1.5
      })
      at += part.length + 0.1 * SAMPLE_RATE
    }
  return samples
}

/** Howling gusts. */
function wind(length: number, random: Random): Float32Array {
  const noise = pink(length, random)
  const gusts = lowPass(white(length, random), 0.3)
  const peak = gusts.reduce((most, gust) => Math.max(most, Math.abs(gust)), 0)
  const howl = new Filter()
  return noise.map((sample, i) => {
    const gust = Math.abs(gusts[i]!) / peak
    if (i % 64 === 0) howl.tune(200 + 600 * gust, 4)
    return (0.2 + gust) * (sample + 4 * howl.next(sample))
  })
}

function rain(length: number, random: Random): Float32Array {
  const samples = band(white(length, random), 3000, 0.5)
  for (let at = 0; at < length; at += 0.03 * random() * SAMPLE_RATE)
    addBurst(samples, at, { seconds: 0.004, hertz: 1500 + 4000 * random(), level: random() }, random)
  return samples
}

/** Beeps, and sirens that rise and fall. */
function alarms(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (let at = 0; at < length;) {
    const until = Math.min(length, at + Math.round((4 + 8 * random()) * SAMPLE_RATE))
    const [hertz, period, share] = [500 + 2500 * random(), 0.2 + random(), 0.3 + 0.5 * random()]
    const isSiren = random() < 0.4
    for (let phase = 0, i = at; i < until; i++) {
      const turn = ((i - at) / SAMPLE_RATE / period) % 1
      phase += hertz * (isSiren ? 1 + 0.4 * Math.sin(2 * Math.PI * turn) : 1)
      const own = Math.sin((2 * Math.PI * phase) / SAMPLE_RATE)
      samples[i] = isSiren || turn < share ? own + 0.3 * own ** 3 : 0
    }
    at = until + Math.round(3 * random() * SAMPLE_RATE)
  }
  return samples
}

/** Applause of varying size. */
function applause(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (let at = 0; at < length;) {
    const clap = { seconds: 0.008 + 0.012 * random(), hertz: 600 + 1500 * random(), level: 0.2 + random() }
    addBurst(samples, at, clap, random)
    const most = 100 + 90 * Math.sin(at / SAMPLE_RATE / 3)
    at += 1 + (-Math.log(1 - random()) / most) * SAMPLE_RATE
  }
  return samples
}

/** Two tones for each key (DTMF). */
function telephoneKeys(length: number, random: Random): Float32Array {
  const samples = new Float32Array(length)
  for (
    let at = 0;
    at < length;
    at += Math.round((random() < 0.1 ? 3 : 0.06 + 0.3 * random()) * SAMPLE_RATE)
  ) {
    const low = [697, 770, 852, 941][Math.floor(4 * random())]!
    const high = [1209, 1336, 1477, 1633][Math.floor(4 * random())]!
    const end = Math.min(length, at + Math.round((0.07 + 0.3 * random()) * SAMPLE_RATE))
    for (; at < end; at++) samples[at] = sine(low, at) + sine(high, at)
  }
  return samples
}

/** A fan: air, blades and motor. */
function fan(length: number, random: Random): Float32Array {
  const air = lowPass(white(length, random), 400)
  const [blades, motor] = [20 + 20 * random(), 100 + 80 * random()]
  return air.map(
    (sample, i) => sample * (1 + 0.3 * sine(blades, i)) + 0.01 * (sine(motor, i) + sine(3 * motor, i)),
  )
}

/** Dial, ringing, busy and unobtainable tones of Europe and America. */
const TELEPHONE_TONES: readonly { hertz: readonly number[]; on: number; off: number }[] = [
  { hertz: [425], on: 10, off: 0 },
  { hertz: [350, 440], on: 10, off: 0 },
  { hertz: [425], on: 1, off: 4 },
  { hertz: [440, 480], on: 2, off: 4 },
  { hertz: [480, 620], on: 0.5, off: 0.5 },
  { hertz: [950, 1400, 1800], on: 0.33, off: 0.1 },
]

function telephoneTones(length: number): Float32Array {
  return new Float32Array(length).map((_, i) => {
    const seconds = i / SAMPLE_RATE
    const { hertz, on, off } = TELEPHONE_TONES[Math.floor(seconds / 15) % TELEPHONE_TONES.length]!
    return seconds % (on + off) < on ? hertz.reduce((sum, own) => sum + sine(own, i), 0) : 0
  })
}
