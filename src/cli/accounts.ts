import { setTimeout as delay } from 'node:timers/promises'
import { ConfigError, readConfig } from '../service/config.ts'
import {
  DECIMAL,
  FRACTIONAL,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  MAX_PRIORITY,
} from '../contract/account-limits.ts'
import { priority as prioritySchema } from '../contract/accounts.ts'
import { MAX_RETENTION_DAYS } from '../contract/retention.ts'
import { MINUTE_MS } from '../jobs/limits.ts'
import type { AccountInfo } from '../store/accounts/account-info.ts'
import { AccountBeingDeletedError } from '../jobs/deletion.ts'
import { DEFAULT_ACCOUNT } from '../service/default-key.ts'
import type { Store } from '../store/open-store.ts'
import { accountNamed } from './account-named.ts'
import { ask } from './ask.ts'
import { StatusLine } from './status-line.ts'
import { CommandError, UsageError } from './errors.ts'
import { table } from './table.ts'
import { withStore } from './with-store.ts'

/** Milliseconds between checks whether a paused account has finished its work. */
const DRAIN_POLL_MS = 1_000

const PRIORITY_MEANING = 'Files of the accounts with the highest priority are processed first.'

/** Prints all accounts with their usage and limits, one per line. */
export async function listAccounts(): Promise<void> {
  await withStore(async ({ accounts }) => {
    const rows = (await accounts.list()).map((one) => [
      one.name,
      String(one.jobs),
      (one.audioMs / MINUTE_MS).toFixed(1),
      ...LIMIT_NAMES.map((name) => useOf(one, name)),
      String(one.priority),
      one.deletedAt !== null ? 'being deleted' : one.pausedAt !== null ? 'paused' : '',
    ])
    if (rows.length === 0)
      return void process.stderr.write(
        'There are no accounts: create one with "scriptorium accounts create"\n',
      )
    const titles = LIMIT_NAMES.map((name) => name.replaceAll('_', ' ').toUpperCase())
    process.stdout.write(
      `${table([['ACCOUNT', 'JOBS', 'AUDIO MINUTES', ...titles, 'PRIORITY', 'STATE'], ...rows])}\n`,
    )
  })
}

/** Creates an account without keys. */
export async function createAccount(name: string): Promise<void> {
  await withStore(async ({ accounts, accountDeletions }, changed) => {
    const account = await accounts.create(name)
    if (account !== null) return changed({ operation: 'createAccount', account, details: { name } })
    if (await accountDeletions.isOf(name)) throw new AccountBeingDeletedError(name)
    throw new CommandError(`The account ${name} already exists`)
  })
}

/**
 * Changes limits of an account, and prints all of them.
 * @param options keyed by the names of the limits in camel case
 */
export async function accountLimits(
  name: string,
  { priority, ...options }: Readonly<Record<string, string>> & { readonly priority?: string },
): Promise<void> {
  const changes = Object.fromEntries(
    LIMIT_NAMES.flatMap((limit) => {
      const given = options[limit.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())]
      return given === undefined ? [] : [[limit, valueOf(limit, given)]]
    }),
  )
  await withStore(async (store, changed) => {
    const { accounts } = store
    const id = await accountNamed(store, name)
    const isChanged = Object.keys(changes).length > 0 || priority !== undefined
    if (isChanged) {
      await accounts.change(id, {
        limits: changes,
        priority: priority === undefined ? undefined : priorityOf(priority),
      })
      changed({ operation: 'updateAccount', account: id, details: { name } })
    }
    store.wake.notify('work')
    const account = await accounts.get(id)
    const rows = LIMIT_NAMES.map((limit) => [
      optionOf(limit),
      useOf(account, limit),
      limit in account.own ? 'of the account' : 'default',
      LIMITS[limit],
    ])
    rows.push(['priority', String(account.priority), '', PRIORITY_MEANING])
    process.stdout.write(`${table([['LIMIT', 'USED/LIMIT', 'SET', 'MEANING'], ...rows])}\n`)
  })
}

/**
 * Pauses an account: its files wait, and it cannot start live sessions.
 * @param options with `wait`, resolves once none of its files is being processed and none of its live sessions is open
 */
export async function pauseAccount(
  name: string,
  { wait = false }: { readonly wait?: boolean },
): Promise<void> {
  await withStore(async (store, changed) => {
    const { accounts } = store
    const id = await accountNamed(store, name)
    await accounts.change(id, { paused: true })
    changed({ operation: 'updateAccount', account: id, details: { name } })
    const status = new StatusLine(process.stderr)
    while (wait) {
      const { running, used } = await accounts.get(id)
      if (running === 0 && used.live_sessions === 0) break
      status.show(`waiting for files in progress: ${running}, live sessions: ${used.live_sessions}`)
      await delay(DRAIN_POLL_MS)
    }
    status.clear()
  })
}

/** Resumes a paused account. */
export async function resumeAccount(name: string): Promise<void> {
  await withStore(async (store, changed) => {
    const id = await accountNamed(store, name)
    await store.accounts.change(id, { paused: false })
    changed({ operation: 'updateAccount', account: id, details: { name } })
    store.wake.notify('work')
  })
}

/** Changes how long the jobs of an account are kept, and prints the result. */
export async function accountRetention(
  name: string,
  {
    audioDays,
    transcriptDays,
    default: isReset = false,
  }: { readonly audioDays?: string; readonly transcriptDays?: string; readonly default?: boolean },
): Promise<void> {
  const given = {
    ...(audioDays !== undefined && { audioDays: daysOf('audio-days', audioDays) }),
    ...(transcriptDays !== undefined && { transcriptDays: daysOf('transcript-days', transcriptDays) }),
  }
  await withStore(async (store, changed) => {
    const { retention } = store
    const id = await accountNamed(store, name)
    if (isReset) await retention.reset(id)
    const present = await retention.get(id)
    // An option that is not given keeps its value, even if that is the default.
    const kept = { ...(present ?? readConfig(process.env).retention), ...given }
    const isGiven = Object.keys(given).length > 0
    if (isGiven) await retention.set(id, kept)
    if (isGiven || isReset) changed({ operation: 'setRetention', account: id })
    const set = present !== null || isGiven ? 'of the account' : 'default'
    const rows = [
      ['audio', kept.audioDays],
      ['transcript', kept.transcriptDays],
    ].map(([what, days]) => [String(what), String(days ?? 'for ever'), set])
    process.stdout.write(`${table([['WHAT', 'DAYS', 'SET'], ...rows])}\n`)
  })
}

/**
 * Deletes an account. Once this command has ended, nobody can use the account; the service deletes its data in the background.
 */
export async function deleteAccount(name: string, { confirm }: { readonly confirm?: string }): Promise<void> {
  if (name === DEFAULT_ACCOUNT)
    throw new CommandError(
      `The account ${name} belongs to the configured key, and cannot be deleted. Use "scriptorium jobs delete" and ` +
        '"scriptorium users remove" to delete what it has',
    )
  await withStore(async (store, changed) => {
    const account = await accountNamed(store, name)
    await confirmDeletion(store, { account, name }, confirm)
    if (!(await store.accountDeletions.begin(account))) throw new AccountBeingDeletedError(name)
    // Recorded without an account, so that the entry outlives this one.
    changed({ operation: 'deleteAccount', details: { name } })
    store.wake.notify('background')
    process.stdout.write(
      `The account ${name} can no longer be used. The service deletes its data in the background, or when it is next started;\n` +
        'until then, "scriptorium accounts list" shows it.\n',
    )
  })
}

/** @throws {UsageError | CommandError} unless the name is given again */
async function confirmDeletion(
  { accounts, members }: Store,
  { account, name }: { readonly account: number; readonly name: string },
  given: string | undefined,
): Promise<void> {
  if (given === undefined && !process.stdin.isTTY)
    throw new UsageError(
      `There is no terminal to confirm this on: give --confirm with the name of the account`,
    )
  const { jobs } = await accounts.get(account)
  const { length: count } = await members.list(account)
  const question = `This deletes the account ${name} for good, with everything it has (jobs: ${jobs}, members: ${count}).\nType its name to confirm: `
  // Ctrl-C counts as no answer.
  const answer = given ?? (await ask(process, question).catch(() => null))
  if (answer !== name)
    throw new CommandError(`That is not the name of the account ${name}: nothing was deleted`)
}

/** @throws {ConfigError} */
function priorityOf(text: string): number {
  const { success, data } = prioritySchema.safeParse(/^-?\d+$/.test(text) ? Number(text) : null)
  if (success) return data
  throw new ConfigError(`--priority: must be a whole number from -${MAX_PRIORITY} to ${MAX_PRIORITY}`)
}

/** @throws {ConfigError} if it is not a number of days */
function daysOf(option: string, text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_RETENTION_DAYS) return Number(text)
  throw new ConfigError(`--${option}: must be a whole number up to ${MAX_RETENTION_DAYS}, or none`)
}

const optionOf = (limit: LimitName): string => limit.replaceAll('_', '-')

/** @throws {ConfigError} if it is not a valid limit */
function valueOf(limit: LimitName, text: string): number | null | 'default' {
  if (text === 'default') return text
  if (text === 'none') return null
  const isFractional = FRACTIONAL.includes(limit)
  if ((isFractional ? DECIMAL : /^\d{1,15}$/).test(text)) return Number(text)
  const what = isFractional ? 'number such as 20 or 0.5' : 'whole number'
  throw new ConfigError(`--${optionOf(limit)}: must be a ${what}, none or default`)
}

/** Usage and limit, such as `3/10` or `3/none`; only the limit for requests per minute, whose usage is not known here. */
function useOf({ limits, used }: AccountInfo, name: LimitName): string {
  const limit = String(limits[name] ?? 'none')
  return name === 'requests_per_minute' ? limit : `${Number(used[name].toFixed(3))}/${limit}`
}
