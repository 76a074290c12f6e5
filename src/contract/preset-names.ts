/** The names of the presets that every account begins with, by their ids. */
export const PRESET_NAMES = {
  meeting: 'Meeting',
  interview: 'Interview',
  subtitles: 'Subtitles',
  text: 'Just the text',
} as const
