/** The models of a process, and what operators do with them. An addition of Scriptorium. */
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
  .meta({ id: 'ModelPurpose', description: 'What a model is for; `recognition` is that of files.' })
const languages = z.array(languageCode)
const bytes = z.int().min(0)

const restriction = z
  .strictObject({
    says: z.string().describe('What the licence does, such as `forbids commercial use`.'),
    url: z.string().describe('Where it can be read.'),
  })
  .meta({ id: 'LicenceRestriction', description: 'Why a licence has to be accepted before the pull.' })

const model = z
  .strictObject({
    name: z.string().describe('Names the model.'),
    purpose,
    engine: z.string().describe('What loads it.'),
    about: z.string().nullable().describe('What it is good for; null for what the catalogue does not have.'),
    languages: languages.describe('The languages of the speech or text that it reads.'),
    targets: z
      .array(translationLanguageCode)
      .nullable()
      .describe('The languages that it translates into; null for any other purpose.'),
    licence: z.string().nullable().describe('Null for a model that comes with the service.'),
    restriction: restriction
      .nullable()
      .describe('Null for a model of the catalogue that may be used commercially.'),
    size_bytes: bytes.nullable().describe('Of the download; null for a model that comes with the service.'),
    words_wrong: z
      .number()
      .nullable()
      .describe(
        'Percent of words that others found wrong on English read aloud (LibriSpeech test-clean), mostly of weights with more bits.',
      ),
    published: z
      .array(
        z.strictObject({
          figure: z.string().describe('In words.'),
          source: z.string().describe('The URL where it is published.'),
        }),
      )
      .describe('What others have measured. None of it was measured here.'),
    state: z
      .enum(['bundled', 'pulled', 'damaged', 'unusable', 'pulling', 'incomplete', 'available'])
      .describe(
        '`bundled` comes with the service; `pulled` is installed; `damaged` is repaired by another pull; `unusable` is loaded by no ' +
          'engine of this version; `incomplete` is what a pull left that has ended; `available` can be pulled.',
      ),
    share: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('Of the bytes, what is downloaded; null unless it is `pulling` or `incomplete`.'),
    used_for: languages.describe('The languages for which it is used now, before all others.'),
    measured: z
      .strictObject({
        peak_bytes: bytes.describe('The memory of its trial.'),
        speed: z
          .number()
          .nullable()
          .describe('Seconds of silence that it recognised per second; null unless it recognises speech.'),
      })
      .nullable()
      .describe('What its trial measured on this machine when it was pulled.'),
  })
  .meta({ id: 'Model', description: 'A model that is installed, or can be pulled by its name.' })
export type Model = z.infer<typeof model>

export const modelPull = z
  .strictObject({
    model: z.string().describe('As it was asked for.'),
    name: z.string().describe('Under which it is installed.'),
    state: z
      .enum(['preparing', 'downloading', 'trying', 'installed', 'failed'])
      .describe(
        '`preparing` asks the hub; `trying` runs the model once on this machine before it is installed.',
      ),
    share: z.number().min(0).max(1).describe('Of the bytes, what is downloaded.'),
    error: z.string().nullable().describe('Why it has failed, and the remedy.'),
    needs_acceptance: z
      .strictObject({
        licence: z.string().nullable().describe('Null where its card names none.'),
        restriction,
      })
      .nullable()
      .describe('The licence that has to be accepted, if it has failed for that reason.'),
  })
  .meta({ id: 'ModelPull', description: 'The pull of a model, which goes on in the background.' })
export type ModelPull = z.infer<typeof modelPull>

export const models = z
  .strictObject({
    node: z.string().describe('The process that answers: models are on the disk of each.'),
    machine: z
      .strictObject({
        cores: z.int().describe('Of its processors.'),
        memory_bytes: bytes.describe('Its memory.'),
        files_at_a_time: z.int().describe('`CONCURRENCY`.'),
        gpu: z.boolean().describe('Whether there is a GPU that models can use.'),
      })
      .describe('What the recommendations reckon with.'),
    items: z.array(model).describe('Those that come with the service, then the catalogue, then others.'),
    in_use: z
      .array(
        z.strictObject({
          purpose,
          languages: languages.describe('Those of the group.'),
          used: z
            .array(
              z.strictObject({
                name: z.string().describe('Of the model or method.'),
                kind: z
                  .enum(['speech-server', 'pulled', 'bundled', 'built-in'])
                  .describe('Where it comes from.'),
              }),
            )
            .describe('The first one is used; a `built-in` method is no model.'),
        }),
      )
      .describe('What is used for each purpose, by groups of languages.'),
    corrected: modelQualities.describe(
      'How many words were wrong in the transcripts that were corrected, of all accounts.',
    ),
    recommended: z
      .array(
        z.strictObject({
          purpose,
          languages: languages.describe('Those for which it is recommended.'),
          model: z.string().nullable().describe('May be installed already; null where what is in use stays.'),
          instead_of: z.string().describe('What is in use now.'),
          punctuation: z
            .string()
            .nullable()
            .describe('A model for the marks that it does not write; null where none is needed or known.'),
          left_out: z
            .array(
              z.strictObject({
                model: z.string().describe('Its name.'),
                reason: z.enum(['licence', 'memory', 'cores']).describe('What is against it.'),
                because: z.string().describe('In words.'),
              }),
            )
            .describe('Models that would come before it.'),
        }),
      )
      .describe(
        'The model of the catalogue with the highest priority that is for the language, may be used commercially and fits the machine.',
      ),
    pull: modelPull.nullable().describe('The last one of this process, which may go on.'),
  })
  .meta({ id: 'Models', description: 'The models of one process of the service.' })
export type Models = z.infer<typeof models>

export const modelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be of lower-case letters, digits and hyphens')

/** Of a repository with its owner, such as `owner/name@commit`. */
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
      .describe('A name of the list, or a repository of the hub as `owner/name@commit`.'),
    accept_licence: z
      .boolean()
      .default(false)
      .describe('Accepts a licence that forbids commercial use, or is not known to allow it.'),
    languages: z
      .array(requestedLanguage)
      .min(1)
      .max(languageCode.options.length)
      .optional()
      .describe('Of a repository whose card names none.'),
    engine: z.string().max(64).optional().describe('Of a repository whose files could be for several.'),
  })
  .refine(({ model: of, ...own }) => of.includes('/') || (!own.languages && own.engine === undefined), {
    path: ['model'],
    error: 'must be a repository if languages or engine are given',
  })
  .meta({ id: 'PullRequest', description: 'Which model to pull.', examples: [{ model: 'whisper-small' }] })

/** Seconds of audio that a trial takes at most: the answer waits for it. */
export const MAX_TRIAL_SECONDS = 300

const id = z.uuid().max(36)
export const trialRequest = z
  .strictObject({
    file_id: id.optional().describe('Of an uploaded file.'),
    job_id: id.optional().describe('Of a job, whose audio is used.'),
    language: requestedLanguage
      .optional()
      .describe('The language of the audio; by default it is identified.'),
  })
  .refine(({ file_id, job_id }) => file_id === undefined || job_id === undefined, {
    path: ['file_id'],
    error: 'must not be given with job_id',
  })
  .meta({
    id: 'TrialRequest',
    description: 'The audio of a trial; without ids, the sample of 14 seconds of English.',
    examples: [{ language: 'en' }],
  })

const trialRun = z
  .strictObject({
    name: z.string().describe('Of the model.'),
    text: z.string().describe('What it heard.'),
    words: z.int().describe('How many; characters in scripts without spaces.'),
    speed: z.number().describe('Seconds of audio per second, with the time for loading the model.'),
    peak_bytes: bytes
      .nullable()
      .describe('The most memory of its process; null where the system does not tell.'),
  })
  .meta({ id: 'TrialRun', description: 'What one of the two made of the audio.' })

export const modelTrial = z
  .strictObject({
    language: languageCode.describe('In which both recognised the audio.'),
    audio_duration: z.number().describe('Seconds.'),
    model: trialRun.describe('The model that is tried.'),
    current: trialRun.describe('What is used without it.'),
    words_otherwise: z.int().describe('Words that have others in their place.'),
    words_only: z
      .strictObject({
        model: z.int().describe('Only the model that is tried.'),
        current: z.int().describe('Only what is used without it.'),
      })
      .describe('Words that only one of them heard.'),
    differences: z
      .array(
        z.strictObject({
          start: z.number().describe('Seconds.'),
          before: z.string().describe('The word of both before it.'),
          model: z.string().describe('What the model that is tried heard.'),
          current: z.string().describe('What is heard without it.'),
          after: z.string().describe('The word of both after it.'),
        }),
      )
      .describe('The places where they differ. Which is right, only listening tells.'),
  })
  .meta({ id: 'ModelTrial', description: 'A model beside what is used without it, on the same audio.' })
export type ModelTrial = z.infer<typeof modelTrial>
