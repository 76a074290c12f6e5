/** The names of the built-in presets, by id. */
export const PRESET_NAMES = {
  meeting: 'Meeting',
  interview: 'Interview',
  subtitles: 'Subtitles',
  text: 'Just the text',
} as const
