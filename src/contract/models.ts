/** The models of a process, with their pulls and trials. An addition of Scriptorium. */
import { z } from 'zod'
import { languageCode, requestedLanguage, translationLanguageCode } from './languages.ts'
import { modelQualities } from './quality.ts'

const MODEL_PURPOSES = [
  'recognition',
  'live-recognition',
  'speakers',
  'punctuation',
  'entities',
  'personal-data',
  'sentiment',
  'emotion',
  'translation',
] as const

const purpose = z
  .enum(MODEL_PURPOSES)
  .meta({ id: 'ModelPurpose', description: 'What a model is for; `recognition` means that of files.' })
const languages = z.array(languageCode)
const bytes = z.int().min(0)

const restriction = z
  .strictObject({
    says: z.string().describe('What the licence restricts, such as `forbids commercial use`.'),
    url: z.string().describe('The URL of the licence.'),
  })
  .meta({
    id: 'LicenceRestriction',
    description: 'Why a licence must be accepted before the model is pulled.',
  })

const model = z
  .strictObject({
    name: z.string().describe('Name of the model.'),
    purpose,
    engine: z.string().describe('The engine that loads it.'),
    about: z.string().nullable().describe('What it is good for; null if it is not in the catalogue.'),
    languages: languages.describe('The languages of the speech or text that it processes.'),
    targets: z
      .array(translationLanguageCode)
      .nullable()
      .describe('The languages that it translates into; null unless its purpose is translation.'),
    licence: z.string().nullable().describe('Its licence; null for a bundled model.'),
    restriction: restriction
      .nullable()
      .describe('Why its licence must be accepted; null for catalogue models that may be used commercially.'),
    size_bytes: bytes.nullable().describe('Size of the download; null for a bundled model.'),
    words_wrong: z
      .number()
      .nullable()
      .describe(
        'Published word error rate on English read aloud (LibriSpeech test-clean), in percent; mostly measured with weights of higher precision.',
      ),
    published: z
      .array(
        z.strictObject({
          figure: z.string().describe('The figure, as text.'),
          source: z.string().describe('The URL where it was published.'),
        }),
      )
      .describe('Figures published by others. None was measured on this machine.'),
    state: z
      .enum(['bundled', 'pulled', 'damaged', 'unusable', 'pulling', 'incomplete', 'available'])
      .describe(
        '`bundled`: comes with the service. `pulled`: is installed. `damaged`: pull it again to repair it. `unusable`: no engine of this ' +
          'version can load it. `incomplete`: an interrupted pull left a part of it. `available`: can be pulled.',
      ),
    share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('The fraction that has been downloaded; null unless the state is `pulling` or `incomplete`.'),
    used_for: languages.describe(
      'The languages for which it is currently used, in preference to all others.',
    ),
    measured: z
      .strictObject({
        peak_bytes: bytes.describe('Peak memory during its trial.'),
        speed: z
          .number()
          .nullable()
          .describe('Seconds of silence processed per second; null unless it recognises speech.'),
      })
      .nullable()
      .describe('Measured by its trial on this machine, when it was pulled.'),
  })
  .meta({ id: 'Model', description: 'A model that is installed or can be pulled by its name.' })
export type Model = z.infer<typeof model>

export const modelPull = z
  .strictObject({
    model: z.string().describe('The model as requested.'),
    name: z.string().describe('The name under which it is installed.'),
    state: z
      .enum(['preparing', 'downloading', 'trying', 'installed', 'failed'])
      .describe(
        '`preparing`: asking the hub. `trying`: running the model once on this machine before installing it.',
      ),
    share: z.number().min(0).max(1).describe('The fraction that has been downloaded.'),
    error: z.string().nullable().describe('Why it failed, and what to do; null unless it has failed.'),
    needs_acceptance: z
      .strictObject({
        licence: z.string().nullable().describe('The licence; null if the model card names none.'),
        restriction,
      })
      .nullable()
      .describe('The licence that must be accepted, if the pull failed for that reason.'),
  })
  .meta({ id: 'ModelPull', description: 'The pull of a model, which runs in the background.' })
export type ModelPull = z.infer<typeof modelPull>

export const models = z
  .strictObject({
    node: z.string().describe('Id of the process that answered: each has its own models on disk.'),
    machine: z
      .strictObject({
        cores: z.int().describe('Number of processor cores.'),
        memory_bytes: bytes.describe('Memory.'),
        files_at_a_time: z.int().describe('Files that are transcribed at the same time: `CONCURRENCY`.'),
        gpu: z.boolean().describe('Whether there is a GPU that models can use.'),
      })
      .describe('The machine for which models are recommended.'),
    items: z.array(model).describe('The models: bundled ones, then the catalogue, then others.'),
    in_use: z
      .array(
        z.strictObject({
          purpose,
          languages: languages.describe('The languages of the group.'),
          used: z
            .array(
              z.strictObject({
                name: z.string().describe('Name of the model or method.'),
                kind: z
                  .enum(['speech-server', 'pulled', 'bundled', 'built-in'])
                  .describe('Where it comes from.'),
              }),
            )
            .describe('The candidates, of which the first is used. A `built-in` method is not a model.'),
        }),
      )
      .describe('What is used for each purpose, by group of languages.'),
    corrected: modelQualities.describe(
      'How many words were wrong in the corrected transcripts of all accounts.',
    ),
    recommended: z
      .array(
        z.strictObject({
          purpose,
          languages: languages.describe('The languages for which it is recommended.'),
          model: z
            .string()
            .nullable()
            .describe('The recommended model, which may already be installed; null to keep what is in use.'),
          instead_of: z.string().describe('What is currently in use.'),
          punctuation: z
            .string()
            .nullable()
            .describe('A model that adds the punctuation it lacks; null if none is needed or known.'),
          left_out: z
            .array(
              z.strictObject({
                model: z.string().describe('Its name.'),
                reason: z.enum(['licence', 'memory', 'cores']).describe('Why it was left out.'),
                because: z.string().describe('The same, as text.'),
              }),
            )
            .describe('Better models that were left out.'),
        }),
      )
      .describe(
        'For each language, the best model of the catalogue that may be used commercially and fits the machine.',
      ),
    pull: modelPull
      .nullable()
      .describe('The last pull of this process, which may still be running; null if there was none.'),
  })
  .meta({ id: 'Models', description: 'The models of one process of the service.' })
export type Models = z.infer<typeof models>

export const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must consist of lower-case letters, digits and hyphens')

/** A repository with its owner, such as `owner/name@commit`. */
const REPOSITORY = /^[\w-][\w.-]{0,99}\/[\w-][\w.-]{0,99}(?:@[\w./-]{1,100})?$/

export const pullRequest = z
  .strictObject({
    model: z
      .string()
      .max(310)
      .refine(
        (text) => modelName.safeParse(text).success || REPOSITORY.test(text),
        'must be the name of a model, or a repository as owner/name@commit',
      )
      .describe('A name from the list, or a repository of the hub as `owner/name@commit`.'),
    accept_licence: z
      .boolean()
      .default(false)
      .describe('Accepts a licence that forbids commercial use or is not known to allow it.'),
    languages: z
      .array(requestedLanguage)
      .min(1)
      .max(languageCode.options.length)
      .optional()
      .describe('The languages, for a repository whose model card names none.'),
    engine: z
      .string()
      .max(64)
      .optional()
      .describe('The engine, for a repository whose files could belong to several.'),
  })
  .refine(({ model: of, ...own }) => of.includes('/') || (!own.languages && own.engine === undefined), {
    path: ['model'],
    error: 'must be a repository if languages or engine are given',
  })
  .meta({ id: 'PullRequest', description: 'Which model to pull.', examples: [{ model: 'whisper-small' }] })

/** Maximum seconds of audio in a trial: the response waits for it. */
export const MAX_TRIAL_SECONDS = 300

const id = z.uuid().max(36)
export const trialRequest = z
  .strictObject({
    file_id: id.optional().describe('Id of an uploaded file.'),
    job_id: id.optional().describe('Id of a job whose audio to use.'),
    language: requestedLanguage.optional().describe('The language of the audio; detected by default.'),
  })
  .refine(({ file_id, job_id }) => file_id === undefined || job_id === undefined, {
    path: ['file_id'],
    error: 'must not be given with job_id',
  })
  .meta({
    id: 'TrialRequest',
    description: 'The audio of a trial; without an id, a 14-second sample in English.',
    examples: [{ language: 'en' }],
  })

const trialRun = z
  .strictObject({
    name: z.string().describe('Name of the model.'),
    text: z.string().describe('The text that it recognised.'),
    words: z.int().describe('Number of words; of characters in scripts without spaces.'),
    speed: z
      .number()
      .describe('Seconds of audio processed per second, including the time to load the model.'),
    peak_bytes: bytes
      .nullable()
      .describe('Peak memory of its process; null if the operating system does not report it.'),
  })
  .meta({ id: 'TrialRun', description: 'What one of the two models recognised.' })

export const modelTrial = z
  .strictObject({
    language: languageCode.describe('The language in which both recognised the audio.'),
    audio_duration: z.number().describe('Duration of the audio in seconds.'),
    model: trialRun.describe('The model on trial.'),
    current: trialRun.describe('The model that is currently used.'),
    words_otherwise: z.int().describe('Number of words that the two recognised differently.'),
    words_only: z
      .strictObject({
        model: z.int().describe('Recognised only by the model on trial.'),
        current: z.int().describe('Recognised only by the current model.'),
      })
      .describe('Number of words that only one of the two recognised.'),
    differences: z
      .array(
        z.strictObject({
          start: z.number().describe('Start time, in seconds.'),
          before: z.string().describe('The common word before it.'),
          model: z.string().describe('What the model on trial recognised.'),
          current: z.string().describe('What the current model recognised.'),
          after: z.string().describe('The common word after it.'),
        }),
      )
      .describe('The places where they differ. Only listening can tell which is right.'),
  })
  .meta({ id: 'ModelTrial', description: 'A comparison of a model with the current one on the same audio.' })
export type ModelTrial = z.infer<typeof modelTrial>
