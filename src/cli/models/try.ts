import { findFfmpeg } from '../../audio/ffmpeg.ts'
import { languageName, type LanguageCode } from '../../contract/languages.ts'
import { type ModelQuality, withRate } from '../../contract/quality.ts'
import { compareOn, requireRecogniser } from '../../installation/compare.ts'
import { nameOf } from '../../installation/describe-model.ts'
import { deviceFor } from '../../models/device.ts'
import { ModelsFolder } from '../../models/pulled/models-folder.ts'
import { type Config, readConfig } from '../../service/config.ts'
import { QualityStore } from '../../store/jobs/quality-store.ts'
import { UsageError } from '../errors.ts'
import { untilInterrupted } from '../interruption.ts'
import { ProgressBar } from '../status-line.ts'
import { readDatabase } from '../with-store.ts'
import { failureReason } from '../transcribe/failure-reason.ts'
import { findInputs } from '../transcribe/inputs.ts'
import { report } from './try-report.ts'

/** Prints where a pulled model recognises other words than what is used without it, and the time and memory of both. */
export async function tryPulledModel(
  given: string,
  audio: string[],
  { language: languages = [] }: { readonly language?: readonly LanguageCode[] },
): Promise<void> {
  const config = readConfig(process.env)
  const { modelsDir } = config.storage
  const name = await nameOf(given, new ModelsFolder(modelsDir))
  const model = await requireRecogniser(name, modelsDir)
  const known = model.description.languages
  if (languages.length > 0 && !languages.some((one) => known.includes(one)))
    throw new UsageError(`${name} is not for ${languages.join(', ')}: it is for ${known.join(', ')}`)
  const inputs = findInputs(audio, false)
  if (inputs.some(({ type }) => type !== 'file')) throw new UsageError('Name files and folders to try it on')
  const signal = untilInterrupted()
  const complain = (file: string, why: string) => process.stderr.write(`${file}: ${why}\n`)
  let bar: ProgressBar | undefined
  try {
    const compared = await compareOn(
      model,
      inputs.map((input) => ({ name: input.name, languages })),
      {
        modelsDir,
        speechServer: config.speechServer,
        device: await deviceFor(config.models.device),
        ffmpeg: await findFfmpeg(config.audio.ffmpegPath ?? undefined),
        maxSeconds: config.intake.maxSeconds,
        stallSeconds: config.jobs.stallSeconds,
      },
      {
        signal,
        onProgress: (file, isModel, share) => {
          bar ??= new ProgressBar(`${file}, by ${isModel ? name : 'what is used without it'}`)
          if (share !== null) return bar.show(share)
          bar.clear()
          bar = undefined
        },
        onUnsuitable: (file, language) =>
          complain(
            file,
            language === null
              ? 'there is no speech in it'
              : `its language is ${languageName(language)}, which ${name} is not for`,
          ),
        onFailure: (file, error) => {
          complain(file, failureReason(error, { name: file }))
          process.exitCode = 1
        },
      },
    )
    if (compared === null) process.exitCode = 1
    else process.stdout.write(report(compared, name, await correctedHere(config)))
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Word errors from the database of the service on this machine; empty if it cannot be read, as the report does without them. */
async function correctedHere({ storage }: Config): Promise<ModelQuality[]> {
  try {
    return await readDatabase(storage, async (dialect) =>
      (await new QualityStore(dialect).ofAll()).map(withRate),
    )
  } catch {
    return []
  }
}
