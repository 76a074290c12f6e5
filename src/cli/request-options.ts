/** The options of commands that transcribe, and the API request for them. */
import { readFileSync } from 'node:fs'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { z } from 'zod'
import {
  type LanguageCode,
  languageNamed,
  requestedLanguage,
  requestedTranslationLanguage,
} from '../contract/languages.ts'
import { UsageError } from './errors.ts'
import { systemSentence } from './system-sentence.ts'

export interface RequestOptions {
  readonly language?: readonly string[]
  readonly codeSwitching?: true
  readonly diarize?: true
  readonly speakers?: number
  readonly translate?: string
  readonly summarize?: true
  readonly redact?: readonly string[]
  readonly vocabulary?: string
  readonly prompt?: string
}

export function addRequestOptions(command: Command): Command {
  return command
    .addOption(languageOption())
    .addOption(codeSwitchingOption())
    .option('--diarize', 'tell speakers apart by their voices')
    .addOption(
      new Option('--speakers <number>', 'number of speakers; implies --diarize')
        .argParser(speakers)
        .implies({ diarize: true }),
    )
    .addOption(
      new Option('--translate <language>', 'output a translation into this language instead').argParser(
        (text) => languageIn(requestedTranslationLanguage, text),
      ),
    )
    .option('--summarize', 'add a summary to txt, md, docx and json')
    .option('--redact <types>', 'personal information to redact, such as NAME,EMAIL_ADDRESS', list)
    .option('--vocabulary <file>', 'a text file with words and names that may be spoken, one per line')
    .option('--prompt <text>', 'what the audio is about')
}

export function languageOption(): Option {
  return new Option(
    '-l, --language <languages>',
    'spoken languages by code or name, such as en or german,fr; detected by default',
  ).argParser(spokenLanguages)
}

/** Parses spoken languages, by code or name, separated by commas. */
export function spokenLanguages(text: string): LanguageCode[] {
  return list(text).map((language) => languageIn(requestedLanguage, language))
}

export function codeSwitchingOption(): Option {
  return new Option('--code-switching', 'detect the language of each utterance; implied by several languages')
}

/** The languages of a request; nothing without these options. */
export function languagesOf({
  language = [],
  codeSwitching,
}: Pick<RequestOptions, 'language' | 'codeSwitching'>): Record<string, unknown> {
  if (language.length === 0 && codeSwitching === undefined) return {}
  const code_switching = codeSwitching ?? language.length > 1
  return { language_config: { languages: language, code_switching } }
}

/**
 * The fields of a request that the options set.
 * @throws {UsageError} if the vocabulary file cannot be read
 */
export function requestOf(options: RequestOptions): Record<string, unknown> {
  const { diarize, speakers: count, translate, summarize, redact, vocabulary, prompt } = options
  return {
    ...languagesOf(options),
    ...(prompt !== undefined && { context_prompt: prompt }),
    ...(diarize && { diarization: true }),
    ...(count !== undefined && { diarization_config: { number_of_speakers: count } }),
    ...(translate !== undefined && {
      translation: true,
      translation_config: { target_languages: [translate] },
    }),
    ...(summarize && { summarization: true }),
    ...(redact && {
      pii_redaction: true,
      pii_redaction_config: { entity_types: redact, processed_text_type: 'MARKER' },
    }),
    ...(vocabulary !== undefined && {
      custom_vocabulary: true,
      custom_vocabulary_config: { vocabulary: linesOf(vocabulary) },
    }),
  }
}

/** The code of a language, given its code or name. @throws {InvalidArgumentError} if it is unknown */
function languageIn<Code extends string>(known: z.ZodType<Code, string>, text: string): Code {
  const { data, error } = known.safeParse(languageNamed(text) ?? text)
  if (data !== undefined) return data
  throw new InvalidArgumentError(
    `See "scriptorium transcribe --languages": ${text} ${error?.issues[0]?.message}`,
  )
}

function list(text: string): string[] {
  return text.split(',').map((item) => item.trim())
}

function speakers(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Give a number from 1 to 999.')
}

function linesOf(file: string): string[] {
  try {
    const lines = readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split('\n')
    return lines.map((line) => line.trim()).filter((line) => line !== '')
  } catch (error) {
    throw new UsageError(`--vocabulary: ${file}: ${systemSentence(error)}`)
  }
}
