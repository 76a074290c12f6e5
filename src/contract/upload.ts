/** Uploads of audio. */
import { z } from 'zod'
import { EXAMPLE_AUDIO, seconds, webUrl } from './common.ts'

export const uploadRequest = z
  .object({ audio_url: webUrl.describe('The URL to fetch the audio from.') })
  .meta({
    id: 'UploadRequest',
    description: 'An upload of audio from a URL.',
    examples: [{ audio_url: EXAMPLE_AUDIO }],
  })

const audioMetadata = z
  .strictObject({
    id: z.uuid().describe('Id of the file.'),
    filename: z.string().describe('Its name, as uploaded.'),
    source: z.string().optional().describe('The URL it was fetched from; absent for an upload.'),
    extension: z.string().describe('The extension of its name, lowercase, without the dot; may be empty.'),
    size: z.int().min(0).describe('Size in bytes.'),
    audio_duration: seconds.describe(
      'Duration of the audio in seconds, as a player shows it. If the audio of a video starts late, the gap counts as silence.',
    ),
    number_of_channels: z.int().min(1).describe('Number of channels.'),
  })
  .meta({ id: 'AudioMetadata', description: 'Properties of uploaded audio.' })

export const upload = z
  .strictObject({
    audio_url: webUrl.describe('The `audio_url` to use in a request to transcribe it.'),
    audio_metadata: audioMetadata,
  })
  .meta({ id: 'Upload', description: 'Uploaded audio.' })
export type Upload = z.infer<typeof upload>
