/** An audio that is handed over before the job that is about it. */
import { z } from 'zod'
import { seconds, webUrl } from './common.ts'

export const uploadRequest = z
  .object({ audio_url: webUrl.describe('Where the audio is fetched.') })
  .meta({ id: 'UploadRequest', description: 'The upload of an audio that is fetched from a URL.' })

const audioMetadata = z
  .strictObject({
    id: z.uuid().describe('Id of the file.'),
    filename: z.string().describe('Its name, as it was uploaded.'),
    source: z.string().optional().describe('The URL it was fetched from. Only when it was fetched.'),
    extension: z.string().describe('The extension of its name, lowercase, without the dot; may be empty.'),
    size: z.int().min(0).describe('Size in bytes.'),
    audio_duration: seconds.describe('Length of the audio in seconds.'),
    number_of_channels: z.int().min(1).describe('Number of channels.'),
  })
  .meta({ id: 'AudioMetadata', description: 'What an uploaded audio is.' })

export const upload = z
  .strictObject({
    audio_url: webUrl.describe('The `audio_url` to give in a request to transcribe it.'),
    audio_metadata: audioMetadata,
  })
  .meta({ id: 'Upload', description: 'An audio that was uploaded.' })
export type Upload = z.infer<typeof upload>
