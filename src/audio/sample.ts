import { fileURLToPath } from 'node:url'

/** 14 seconds of synthetic English speech, included with the service. */
export const SAMPLE = fileURLToPath(new URL('../../samples/welcome.wav', import.meta.url))
