/** The state and controls of audio playback. */
import { computed, signal } from '@preact/signals'
import type { Span } from './player/silences.ts'

/** Speeds of playback, slowest first. */
export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

export class Playback {
  /** Seconds. During playback, updated with every frame. */
  readonly time = signal(0)
  /** The same in whole seconds, for what does not need to be rendered with every frame. */
  readonly wholeSeconds = computed(() => Math.floor(this.time.value))
  /** Seconds; null until it is known. */
  readonly duration = signal<number | null>(null)
  readonly isPlaying = signal(false)
  readonly rate = signal(1)
  /** 0–1. */
  readonly volume = signal(1)
  readonly isMuted = signal(false)
  /** The span that is repeated, or null. Seeking beyond its end leaves it. */
  readonly loop = signal<Span | null>(null)
  /** The spans that playback skips, in order. */
  readonly skipped = signal<readonly Span[]>([])
  readonly hasFailed = signal(false)
  #audio: HTMLAudioElement | null = null

  /** Attaches to an element. @returns a function that detaches from it */
  attach(audio: HTMLAudioElement): () => void {
    this.#audio = audio
    this.setRate(this.rate.peek())
    audio.volume = this.volume.peek()
    audio.muted = this.isMuted.peek()
    let frame = 0
    const update = () => {
      cancelAnimationFrame(frame)
      this.#follow(audio)
      if (!audio.paused) frame = requestAnimationFrame(update)
    }
    const events = {
      play: () => {
        this.isPlaying.value = true
        update()
      },
      pause: () => (this.isPlaying.value = false),
      ended: () => {
        if (this.loop.peek() !== null) this.playFrom(this.loop.peek()?.start ?? 0)
      },
      seeked: update,
      // Hidden pages get no animation frames.
      timeupdate: () => this.#follow(audio),
      durationchange: () => {
        // Unknown while other audio is loading.
        if (Number.isFinite(audio.duration)) this.duration.value = audio.duration
      },
      ratechange: () => (this.rate.value = audio.playbackRate),
      volumechange: () => {
        this.volume.value = audio.volume
        this.isMuted.value = audio.muted
      },
      error: () => (this.hasFailed.value = true),
    }
    for (const [name, listener] of Object.entries(events)) audio.addEventListener(name, listener)
    return () => {
      cancelAnimationFrame(frame)
      for (const [name, listener] of Object.entries(events)) audio.removeEventListener(name, listener)
      this.#audio = null
    }
  }

  /** Loads audio. If other audio was loaded, playback continues at the same position. */
  load(url: string): void {
    const audio = this.#audio
    if (audio === null || audio.src === url) return
    const [isFirst, time, isPlaying] = [audio.src === '', audio.currentTime, !audio.paused]
    audio.src = url
    this.hasFailed.value = false
    if (isFirst) return
    // Before that, it is still the time of the old audio.
    audio.currentTime = time
    if (isPlaying) this.play()
  }

  /** Loads the audio again after a failure, and continues at the same position. */
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
    // Rejected if the audio cannot be played, which the element's error reports.
    this.#audio?.play().catch(() => {})
  }

  /** @param seconds from the start. Without audio, only the mark in the transcript moves. */
  seek(seconds: number): void {
    const time = Math.max(0, Math.min(seconds, this.duration.value ?? seconds))
    if (this.#audio !== null) this.#audio.currentTime = time
    this.time.value = this.#audio?.currentTime ?? time
  }

  skip(seconds: number): void {
    this.seek((this.#audio?.currentTime ?? 0) + seconds)
  }

  playFrom(seconds: number): void {
    this.seek(seconds)
    this.play()
  }

  setRate(rate: number): void {
    this.rate.value = rate
    if (this.#audio === null) return
    // The next audio starts with the default rate.
    this.#audio.defaultPlaybackRate = rate
    this.#audio.playbackRate = rate
  }

  /** @param by 1 for the next faster speed, -1 for the next slower one */
  changeRate(by: 1 | -1): void {
    const at = RATES.indexOf(this.rate.value)
    this.setRate(RATES[Math.max(0, Math.min(RATES.length - 1, at + by))] ?? 1)
  }

  /** Unmutes, and sets the volume. @param volume clamped to 0–1 */
  setVolume(volume: number): void {
    this.volume.value = Math.max(0, Math.min(1, volume))
    this.mute(false)
    if (this.#audio !== null) this.#audio.volume = this.volume.value
  }

  mute(isMuted: boolean): void {
    this.isMuted.value = isMuted
    if (this.#audio !== null) this.#audio.muted = isMuted
  }

  /** Unmuting also raises a volume of zero. */
  toggleMute(): void {
    if (this.volume.peek() === 0) this.setVolume(1)
    else this.mute(!this.isMuted.peek())
  }

  /** Repeats a span; null stops repeating. */
  repeat(span: Span | null): void {
    this.loop.value = span
    const now = this.time.peek()
    if (span !== null && (now < span.start || now >= span.end)) this.seek(span.start)
  }

  /** Updates the time from the audio, and seeks to repeat or skip spans. */
  #follow(audio: HTMLAudioElement): void {
    const [before, now, loop] = [this.time.peek(), audio.currentTime, this.loop.peek()]
    if (!audio.paused) {
      if (loop !== null) {
        if (before < loop.end && now >= loop.end) audio.currentTime = loop.start
      } else {
        const silence = this.skipped.peek().find(({ start, end }) => start <= now && now < end)
        if (silence !== undefined) audio.currentTime = silence.end
      }
    }
    this.time.value = audio.currentTime
  }
}
