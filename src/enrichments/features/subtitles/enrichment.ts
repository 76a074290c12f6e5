import { subtitles } from '../../../contract/features/subtitles.ts'
import { defineEnrichment } from '../../enrichment.ts'
import { subtitleFiles } from '../../../text/captions/subtitle-file.ts'

export const enrichment = defineEnrichment(subtitles, {
  run: ({ utterances }, config, { audioDuration }) => ({
    transcription: { subtitles: subtitleFiles(utterances, config, audioDuration) },
  }),
})
