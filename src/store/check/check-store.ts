/** Runs all checks of a database and of its audio. */
import type { AudioFiles } from '../../platform/files/audio-files.ts'
import type { Dialect } from '../databases/dialect.ts'
import { countJobChange } from '../jobs/count-job-change.ts'
import { newestSchema } from '../migrations/index.ts'
import { type AudioFault, audioFaults } from './audio.ts'
import { countedChanges, deletedJobs } from './changes.ts'
import { type AccountCheck, type Finding, MAX_FAULTS, snapshot } from './check.ts'
import { blockCounters, fileUses, storedBytes, usage } from './counted-jobs.ts'
import {
  creationTimes,
  liveSessions,
  order,
  results,
  retranscriptions,
  revisions,
  work,
} from './job-states.ts'
import { leaves, tagCounts } from './leaves.ts'
import { measuredCounters } from './measured.ts'
import { jobFiles, ownedRows, strayUsers } from './owned-rows.ts'
import { deleteUser } from '../people/stored-users.ts'
import { indexWords, wrongWords } from './words.ts'

/** In an order in which no repair invalidates an earlier one. */
const ACCOUNT_CHECKS: readonly AccountCheck[] = [
  ...ownedRows,
  jobFiles,
  results,
  revisions,
  order,
  creationTimes,
  countedChanges,
  deletedJobs,
  work,
  retranscriptions,
  liveSessions,
  blockCounters,
  usage,
  fileUses,
  storedBytes,
  leaves,
  tagCounts,
  ...measuredCounters,
]

/** Number of accounts read per statement. */
const BATCH = 100

interface Account {
  readonly id: number
  readonly name: string
}

interface CheckParts {
  /** Only read. */
  readonly dialect: Dialect
  /** Null to skip the audio. */
  readonly files: AudioFiles | null
  /** The same database for writing, to repair faults; null to repair nothing. */
  readonly repair: Dialect | null
}

/**
 * Checks a database, which may be in use: one account at a time, each on a snapshot.
 * @throws {DatabaseError} if the database does not have the newest schema
 */
export async function* checkStore(parts: CheckParts): AsyncGenerator<Finding> {
  const { dialect } = parts
  await newestSchema(dialect)
  for (const fault of await dialect.damages())
    yield finding('database', null, fault, 'restore the database from a backup')
  const names = new Map<number, string>()
  for await (const account of accounts(dialect)) {
    names.set(account.id, account.name)
    yield* checkAccount(parts, account)
  }
  yield* checkUsers(parts)
  yield* checkWords(parts, names)
  if (parts.files === null) return
  for await (const fault of audioFaults(dialect, parts.files)) yield await audioFinding(parts, names, fault)
}

async function* accounts({ db }: Dialect): AsyncGenerator<Account> {
  for (let last = 0; ;) {
    const rows = await db
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.id
  }
}

type Faults = ReadonlyMap<AccountCheck, readonly string[]>

async function* checkAccount(parts: CheckParts, account: Account): AsyncGenerator<Finding> {
  const { dialect, repair } = parts
  const faults = await faultsOf(dialect, account.id)
  let left: Faults = faults
  if (repair !== null && [...faults.keys()].some((check) => check.repair !== null)) {
    await repair.db.transaction().execute(async (db) => {
      await countJobChange(db, account.id)
      for (const check of faults.keys()) await check.repair?.({ db, account: account.id, dialect: repair })
    })
    left = await faultsOf(dialect, account.id)
  }
  for (const [check, lines] of new Map([...left, ...faults])) {
    const isRepaired = repair !== null && !left.has(check)
    const more = lines.length > MAX_FAULTS ? ['there are more such faults'] : []
    for (const line of [...lines.slice(0, MAX_FAULTS), ...more])
      yield finding(check.name, account.name, line, check.remedy, check.repair !== null, isRepaired)
  }
}

async function faultsOf(dialect: Dialect, account: number): Promise<Faults> {
  return snapshot(dialect, async (db) => {
    const faults = new Map<AccountCheck, readonly string[]>()
    for (const check of ACCOUNT_CHECKS) {
      const lines = await check.faults({ db, account, dialect })
      if (lines.length > 0) faults.set(check, lines)
    }
    return faults
  })
}

async function* checkUsers({ dialect, repair }: CheckParts): AsyncGenerator<Finding> {
  for (const user of await snapshot(dialect, strayUsers)) {
    await repair?.db.transaction().execute(async (db) => deleteUser(db, user))
    const fault = `user ${user} is a member of no account`
    yield finding('users', null, fault, 'delete the user', true, repair !== null)
  }
}

async function* checkWords(
  { dialect, repair }: CheckParts,
  names: ReadonlyMap<number, string>,
): AsyncGenerator<Finding> {
  const find = async () => snapshot(dialect, async (db) => wrongWords(db, dialect))
  const wrong = await find()
  if (wrong.length === 0) return
  if (repair !== null) await repair.db.transaction().execute(async (db) => indexWords(db, repair))
  const isRepaired = repair !== null && (await find()).length === 0
  for (const { account, from, to } of wrong)
    yield finding(
      'job_words',
      names.get(account) ?? null,
      `the indexed words of jobs ${from} to ${to} are not those of their transcripts`,
      'index the words of all jobs again',
      true,
      isRepaired,
    )
}

async function audioFinding(
  { repair: target }: CheckParts,
  names: ReadonlyMap<number, string>,
  { check, account, fault, remedy, repair }: AudioFault,
): Promise<Finding> {
  const isRepaired = target !== null && repair !== null
  if (isRepaired) await repair(target)
  const name = account === null ? null : (names.get(account) ?? null)
  return finding(check, name, fault, remedy, repair !== null, isRepaired)
}

function finding(
  check: string,
  account: string | null,
  fault: string,
  remedy: string,
  isRepairable = false,
  isRepaired = false,
): Finding {
  return { check, account, fault, remedy, isRepairable, isRepaired }
}
