/** The audio of a job: where it is, and what moves it. */
import { computed, signal } from '@preact/signals'

/** Speeds of playback, slowest first. */
const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

export class Playback {
  /** Seconds. While it plays, as of the last frame that was drawn. */
  readonly time = signal(0)
  /** The same in whole seconds, for what need not be drawn with every frame. */
  readonly wholeSeconds = computed(() => Math.floor(this.time.value))
  /** Seconds; null until it is known. */
  readonly duration = signal<number | null>(null)
  readonly isPlaying = signal(false)
  readonly rate = signal(1)
  readonly hasFailed = signal(false)
  #audio: HTMLAudioElement | null = null

  /** Follows an element. @returns stops following it */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio
    let frame = 0
    const update = () => {
      cancelAnimationFrame(frame)
      this.time.value = audio.currentTime
      if (!audio.paused) frame = requestAnimationFrame(update)
    }
    const events = {
      play: () => {
        this.isPlaying.value = true
        update()
      },
      pause: () => (this.isPlaying.value = false),
      seeked: update,
      timeupdate: () => (this.time.value = audio.currentTime),
      durationchange: () => {
        // Unknown again while other audio is loaded.
        if (Number.isFinite(audio.duration)) this.duration.value = audio.duration
      },
      ratechange: () => (this.rate.value = audio.playbackRate),
      error: () => (this.hasFailed.value = true),
    }
    for (const [name, listener] of Object.entries(events)) audio.addEventListener(name, listener)
    return () => {
      cancelAnimationFrame(frame)
      for (const [name, listener] of Object.entries(events)) audio.removeEventListener(name, listener)
      this.#audio = null
    }
  }

  /** Loads audio. What is loaded already goes on at the same place from there. */
  load(url: string): void {
    const audio = this.#audio
    if (audio === null || audio.src === url) return
    const [isFirst, time, rate, isPlaying] = [
      audio.src === '',
      audio.currentTime,
      audio.playbackRate,
      !audio.paused,
    ]
    audio.src = url
    this.hasFailed.value = false
    if (isFirst) return
    // Until the new audio is there, these are those of the old one.
    audio.currentTime = time
    audio.playbackRate = rate
    if (isPlaying) this.play()
  }

  /** Loads it once more after it failed, to go on at the same place. */
  reload(): void {
    const time = this.time.value
    this.hasFailed.value = false
    this.#audio?.load()
    this.seek(time)
  }

  toggle(): void {
    if (this.#audio?.paused) this.play()
    else this.pause()
  }

  pause(): void {
    this.#audio?.pause()
  }

  play(): void {
    // Refused where the audio cannot be played: the error of the element says so.
    this.#audio?.play().catch(() => {})
  }

  /** @param seconds from the beginning; without audio, only the mark in the transcript moves */
  seek(seconds: number): void {
    const time = Math.max(0, Math.min(seconds, this.duration.value ?? seconds))
    if (this.#audio !== null) this.#audio.currentTime = time
    this.time.value = this.#audio?.currentTime ?? time
  }

  skip(seconds: number): void {
    this.seek((this.#audio?.currentTime ?? 0) + seconds)
  }

  /** @param by 1 for the next faster speed, -1 for the next slower one */
  changeRate(by: 1 | -1): void {
    const at = RATES.indexOf(this.rate.value)
    const rate = RATES[Math.max(0, Math.min(RATES.length - 1, at + by))]
    if (this.#audio !== null && rate !== undefined) this.#audio.playbackRate = rate
  }
}
