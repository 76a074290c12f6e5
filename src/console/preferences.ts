/** Preferences stored in this browser. */
import { effect, signal } from '@preact/signals'

export type Theme = 'system' | 'light' | 'dark'

/** A signal stored in the browser. @param read parses the stored text, which is null if there is none */
function stored<Value extends string>(name: string, read: (text: string | null) => Value) {
  const key = `scriptorium-${name}`
  const value = signal(read(localStorage.getItem(key)))
  effect(() => localStorage.setItem(key, value.value))
  return value
}

export const theme = stored<Theme>('theme', (text) => (text === 'light' || text === 'dark' ? text : 'system'))

/** Whether single letters are shortcuts: some people's speech input types them by accident (WCAG 2.1.4). */
export const shortcutsEnabled = stored<'on' | 'off'>('shortcuts', (text) => (text === 'off' ? 'off' : 'on'))

/** The language code of the interface; `system` for the browser's language. */
export const language = stored<string>('language', (text) => text ?? 'system')

/** Parses a number within bounds, as text. */
const numberIn = (least: number, most: number, usual: number) => (text: string | null) => {
  const number = Number(text ?? usual)
  return String(number >= least && number <= most ? number : usual)
}

/** Playback speed of recordings; 1 is normal. */
export const speed = stored<string>('speed', numberIn(0.5, 3, 1))

/** Playback volume of recordings, 0–1. */
export const volume = stored<string>('volume', numberIn(0, 1, 1))

/** Whether silence in recordings is left out while they are played. */
export const skipsSilence = stored<'on' | 'off'>('skip-silence', (text) => (text === 'on' ? 'on' : 'off'))

/** Text sizes of a live recording. */
export const LIVE_TEXT_SIZES = ['s', 'm', 'l', 'xl'] as const
export const liveTextSize = stored<(typeof LIVE_TEXT_SIZES)[number]>(
  'live-text-size',
  (text) => LIVE_TEXT_SIZES.find((size) => size === text) ?? 'm',
)
export const liveContrast = stored<'on' | 'off'>('live-contrast', (text) => (text === 'on' ? 'on' : 'off'))

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme.value
})
