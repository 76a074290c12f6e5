/** The transcript as subtitle files. */
import type { Enrichment } from '../../enrichment.ts'
import { subtitleFiles } from '../../text/captions/subtitle-file.ts'

export const subtitles: Enrichment<'subtitles'> = {
  name: 'subtitles',
  run({ utterances }, params, { audioDuration }) {
    return { transcription: { subtitles: subtitleFiles(utterances, params, audioDuration) } }
  },
}
