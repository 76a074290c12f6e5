/** A process that recognises a live stream and prints when it has begun, so that a test can kill it. */
import { LiveRecogniserProcess } from '../live/live-recogniser-process.ts'
import { plain } from './live-playback.ts'

const stream = new LiveRecogniserProcess().open(plain, 0, () => process.stdout.write('working\n'))
await stream.write(new Uint8Array(2 ** 20))
