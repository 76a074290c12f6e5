/** The configuration: environment variables, each declared in the file of the part that it configures. */
import { z } from 'zod'
import { audio } from './config/audio.ts'
import { callbacks } from './config/callbacks.ts'
import { http } from './config/http.ts'
import { intake } from './config/intake.ts'
import { jobs } from './config/jobs.ts'
import { languageModel } from './config/language-model.ts'
import { limits } from './config/limits.ts'
import { live } from './config/live.ts'
import { metrics } from './config/metrics.ts'
import { models } from './config/models.ts'
import { net } from './config/net.ts'
import { nodes, ROLES } from './config/nodes.ts'
import { retention } from './config/retention.ts'
import { service } from './config/service.ts'
import { signIn } from './config/sign-in.ts'
import { speechServer } from './config/speech-server.ts'
import { storage } from './config/storage.ts'
import { traces } from './config/traces.ts'
import { similarName } from '../contract/similar-name.ts'

/** In the order of docs/configuration.md. Each turns the environment into the options of one part of the service. */
export const parts = {
  http,
  signIn,
  storage,
  service,
  metrics,
  traces,
  intake,
  retention,
  audio,
  net,
  jobs,
  nodes,
  limits,
  live,
  callbacks,
  models,
  speechServer,
  languageModel,
}

const environment = z.object(parts).readonly()

export type Config = z.infer<typeof environment>

/** The environment is not a valid configuration; the message has a line for each fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const NAMES = Object.values(parts).flatMap((part) => Object.keys(part.in.shape))

/** Shorter names, such as `HOST`, resemble variables of other programs, such as `HOME`. */
const MIN_NAME_LENGTH = 6
const LONG_NAMES = NAMES.filter((name) => name.length >= MIN_NAME_LENGTH)
const SHORT_NAMES = NAMES.filter((name) => name.length < MIN_NAME_LENGTH)

/** The letters of a name in alphabetical order. */
const lettersOf = (name: string): string => name.toUpperCase().split('').toSorted().join('')

/**
 * Unknown variables that resemble a known one, each with the one that was probably meant: a long name within two edits, a
 * short one with the same letters.
 * @param areOurs whether all of them are meant for this program: if so, a short name within one edit is similar too
 */
export function misspelledVariables(names: readonly string[], areOurs = false): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    if (NAMES.includes(name)) return []
    const similar =
      similarName(name, LONG_NAMES) ??
      SHORT_NAMES.find((one) => lettersOf(one) === lettersOf(name)) ??
      (areOurs ? similarName(name, SHORT_NAMES, 1) : null)
    return similar === null ? [] : [[name, similar]]
  })
}

/**
 * Reads the configuration. An empty variable counts as unset.
 * @throws {ConfigError} naming each invalid variable, and what it must be
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(Object.fromEntries(Object.keys(parts).map((part) => [part, given])))
  if (parsed.success) {
    checkRoles(parsed.data)
    return parsed.data
  }
  const faults = parsed.error.issues.map(({ path: [, name], message }) => `${String(name)}: ${message}`)
  throw new ConfigError(faults.join('\n'))
}

/** @throws {ConfigError} if the process has only some of the roles, and could not work together with others */
function checkRoles(config: Config): void {
  const { roles } = config.nodes
  const { databaseUrl, serviceKey, secretKey, secretKeyFile } = config.storage
  if (ROLES.every((role) => roles.includes(role))) return
  if (databaseUrl === null)
    throw new ConfigError('ROLES: with SQLite, one process has all roles; set DATABASE_URL to divide them')
  if (serviceKey === null)
    throw new ConfigError('SERVICE_KEY: must be set with ROLES, to the same key for all processes')
  if (secretKey === null && secretKeyFile === null)
    throw new ConfigError('SECRET_KEY: must be set with ROLES, to the same secret for all processes')
}
