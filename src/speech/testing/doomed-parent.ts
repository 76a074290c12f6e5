/**
 * A process that transcribes a file and prints when it has begun, so that a test can kill it: `doomed-parent.ts FFMPEG
 * FOLDER FILE`.
 */
import { RecogniserProcess } from '../batch/recogniser-process.ts'

const [ffmpeg = '', folder = '', file = ''] = process.argv.slice(2)
const recogniser = new RecogniserProcess({ ffmpeg, folder, maxSeconds: 3600 })
await recogniser.transcribe(
  file,
  { languages: ['en'], codeSwitching: false },
  { onProgress: () => process.stdout.write('working\n') },
)
