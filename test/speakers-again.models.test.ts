/** The voices of real speech, from the process that hears them to the thread that diarizes them again. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Transcription } from '../src/contract/transcript.ts'
import { conversation, voicesOf } from '../src/speech/speakers/testing/conversation.ts'
import { DEVELOPMENT } from '../src/speech/speakers/testing/recordings.ts'
import { writeWav } from '../src/speech/testing/wav-file.ts'
import { Client } from './support/client.ts'
import { runService } from './support/running-service.ts'
import { temporaryFolder } from './support/scriptorium.ts'

test('a job with a wrong number of speakers becomes equal to a job with the right number', async (t) => {
  const voices = await voicesOf(['president', 'reader'], DEVELOPMENT)
  const style = { seconds: 35, turn: [4, 12], gap: [0.15, 0.8], overlap: 0 } as const
  const file = path.join(temporaryFolder(), 'talk.wav')
  writeWav(file, conversation(voices, style, 1).samples)
  const service = await runService()
  t.after(async () => service.close())
  const client = await Client.of(service)
  const { audio_url } = await client.upload(readFileSync(file), 'talk.wav')
  const transcribed = async (count: number) => {
    const request = { audio_url, diarization: true, language_config: { languages: ['en'] } }
    const diarization_config = { number_of_speakers: count }
    const job = await client.ended(await client.create({ ...request, diarization_config }))
    return { id: job.id, transcription: job.result?.transcription ?? assert.fail() }
  }
  const [wrong, right] = [await transcribed(1), await transcribed(2)]
  const speakers = (found: Transcription) => new Set(found.utterances.map(({ speaker }) => speaker))
  assert.deepEqual([speakers(wrong.transcription).size, speakers(right.transcription).size], [1, 2])
  const detect = async (id: string, body: object) => {
    const headers = { 'if-match': '"0"' }
    return (await client.send<Transcription>('POST', `/v2/jobs/${id}/speakers`, { body, headers })).body
  }
  assert.deepEqual(await detect(wrong.id, { number_of_speakers: 2 }), right.transcription)
  const joined = await detect(right.id, { max_speakers: 1 })
  // The confidence of a joined utterance is the mean of rounded ones.
  const told = ({ utterances }: Transcription) => utterances.map((one) => ({ ...one, confidence: 0 }))
  assert.deepEqual(told(joined), told(wrong.transcription))
})
