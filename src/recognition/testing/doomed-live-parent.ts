/** A process that listens to a live stream and says so, to be killed at it. */
import { LiveRecogniserProcess } from '../live/live-recogniser-process.ts'
import { plain } from './live-playback.ts'

const stream = new LiveRecogniserProcess().open(plain, 0, () => process.stdout.write('working\n'))
await stream.write(new Uint8Array(2 ** 20))
