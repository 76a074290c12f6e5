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

/** Between two looks at what a paused account still does. */
const DRAIN_POLL_MS = 1_000

const PRIORITY_MEANING = 'Files of the accounts with the highest priority are processed first.'

/** Prints all accounts with what they use of their limits, one per line. */
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
      return void process.stderr.write('There are no accounts: "scriptorium accounts create" makes one\n')
    const titles = LIMIT_NAMES.map((name) => name.replaceAll('_', ' ').toUpperCase())
    process.stdout.write(
      `${table([['ACCOUNT', 'JOBS', 'AUDIO MINUTES', ...titles, 'PRIORITY', 'STATE'], ...rows])}\n`,
    )
  })
}

/** Creates an account, which has no key yet. */
export async function createAccount(name: string): Promise<void> {
  await withStore(async ({ accounts, accountDeletions }, changed) => {
    const account = await accounts.create(name)
    if (account !== null) return changed({ operation: 'createAccount', account, details: { name } })
    if (await accountDeletions.isOf(name)) throw new AccountBeingDeletedError(name)
    throw new CommandError(`There is an account ${name} already`)
  })
}

/**
 * Changes limits of an account, and prints all of them.
 * @param options by the names of the limits in camel case
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
 * Pauses an account: its files wait, and it can begin no live session.
 * @param wait until none of its files is processed, and none of its live sessions is open
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

/** Goes on with the files of a paused account. */
export async function resumeAccount(name: string): Promise<void> {
  await withStore(async (store, changed) => {
    const id = await accountNamed(store, name)
    await store.accounts.change(id, { paused: false })
    changed({ operation: 'updateAccount', account: id, details: { name } })
    store.wake.notify('work')
  })
}

/** Changes how long the jobs of an account are kept, and prints it. */
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
    // What is not given stays as it is, also where that is the default.
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
 * Deletes an account with everything that it has. From the end of this command on, nothing of it can be used; what it has is deleted by
 * the service.
 */
export async function deleteAccount(name: string, { confirm }: { readonly confirm?: string }): Promise<void> {
  if (name === DEFAULT_ACCOUNT)
    throw new CommandError(
      `The account ${name} is that of the configured key, and cannot be deleted. "scriptorium jobs delete" and ` +
        '"scriptorium users remove" delete what it has',
    )
  await withStore(async (store, changed) => {
    const account = await accountNamed(store, name)
    await confirmDeletion(store, { account, name }, confirm)
    if (!(await store.accountDeletions.begin(account))) throw new AccountBeingDeletedError(name)
    // Of no account: it outlives this one.
    changed({ operation: 'deleteAccount', details: { name } })
    store.wake.notify('background')
    process.stdout.write(
      `Nobody can use the account ${name} any more. A running service deletes what it has, or else the next start does;\n` +
        'until then, "scriptorium accounts list" shows it.\n',
    )
  })
}

/** @throws {UsageError | CommandError} unless the name was given again */
async function confirmDeletion(
  { accounts, members }: Store,
  { account, name }: { readonly account: number; readonly name: string },
  given: string | undefined,
): Promise<void> {
  if (given === undefined && !process.stdin.isTTY)
    throw new UsageError(`There is no terminal to confirm it on: give --confirm with the name of the account`)
  const { jobs } = await accounts.get(account)
  const { length: count } = await members.list(account)
  const question = `This deletes the account ${name} for good: jobs: ${jobs}, members: ${count}, and all else that it has.\nIts name, to confirm: `
  // Ctrl-C is no answer.
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

/** @throws {ConfigError} when it is no number of days */
function daysOf(option: string, text: string): number | null {
  if (text === 'none') return null
  if (/^\d{1,5}$/.test(text) && Number(text) <= MAX_RETENTION_DAYS) return Number(text)
  throw new ConfigError(`--${option}: must be a whole number up to ${MAX_RETENTION_DAYS}, or none`)
}

const optionOf = (limit: LimitName): string => limit.replaceAll('_', '-')

/** @throws {ConfigError} when it is no value of a limit */
function valueOf(limit: LimitName, text: string): number | null | 'default' {
  if (text === 'default') return text
  if (text === 'none') return null
  const isFractional = FRACTIONAL.includes(limit)
  if ((isFractional ? DECIMAL : /^\d{1,15}$/).test(text)) return Number(text)
  const what = isFractional ? 'number such as 20 or 0.5' : 'whole number'
  throw new ConfigError(`--${optionOf(limit)}: must be a ${what}, none or default`)
}

/** What is used of a limit, such as `3/10` or `3/none`; of requests, only the limit is known. */
function useOf({ limits, used }: AccountInfo, name: LimitName): string {
  const limit = String(limits[name] ?? 'none')
  return name === 'requests_per_minute' ? limit : `${Number(used[name].toFixed(3))}/${limit}`
}
