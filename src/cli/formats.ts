/** Output formats of `scriptorium transcribe`. */
export const FORMATS = ['text', 'srt', 'vtt', 'json'] as const
