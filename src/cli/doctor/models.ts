import type { Config } from '../../config.ts'
import { SPEAKER_MODEL } from '../../speakers/speaker-model.ts'
import { ENCODER, TOKENIZER } from '../../intelligence/topics/sentence-embeddings.ts'
import { readBundledFile } from '../../models/bundled-files.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { ENGINES } from '../../recognition/engines/engines.ts'
import { NOISE_SUPPRESSION_MODEL } from '../../recognition/speech/noise-suppressor.ts'
import { MODEL as VOICE_ACTIVITY_MODEL } from '../../recognition/speech/voice-activity.ts'
import { fail, type Finding, ok } from './finding.ts'

/** Reads every model, and compares it with its digest. */
export async function models({ storage }: Config): Promise<Finding> {
  const bundled = [
    ...ENGINES.flatMap(({ bundled: model }) => Object.values(model?.files ?? {})),
    VOICE_ACTIVITY_MODEL,
    NOISE_SUPPRESSION_MODEL,
    ENCODER,
    TOKENIZER,
    ...Object.values(SPEAKER_MODEL),
  ]
  for (const file of bundled) await readBundledFile(file)
  const folder = new ModelsFolder(storage.modelsDir)
  const pulled = await folder.pulled()
  for (const model of pulled)
    if ((await folder.stateOf(model)).type !== 'pulled')
      return fail(`the pulled model ${model.name} is damaged`, `run "scriptorium models pull ${model.name}"`)
  return ok(`${bundled.length} bundled files as published, ${pulled.length} models pulled`)
}
