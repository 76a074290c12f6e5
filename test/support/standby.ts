/** A PostgreSQL server that follows another, and can take its place. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { machinePrograms } from './postgres-programs.ts'
import { temporaryFolder } from './scriptorium.ts'
import { type OwnPostgres, query, startServer } from './throwaway-postgres.ts'
import { until } from './until.ts'

const run = promisify(execFile)

/** Value of `skip` for tests that need one. The npm package has no `pg_basebackup`. */
export const NO_STANDBY = !hasProgram() && 'pg_basebackup is not installed'

/** The name by which `synchronous_standby_names` knows the standby. */
export const STANDBY = 'standby'

/** Copies a running server. @returns the folder of the base backup */
export async function baseBackup(url: string): Promise<string> {
  const folder = join(temporaryFolder(), 'backup')
  const from = `host=${folderOf(url)} user=postgres application_name=${STANDBY}`
  const program = join(machinePrograms(), 'pg_basebackup')
  await run(program, ['-D', folder, '-d', from, '--write-recovery-conf', '--checkpoint=fast', '--no-sync'])
  return folder
}

/** Starts a standby of a server. Resolves when it follows. */
export async function startStandby(primary: OwnPostgres): Promise<OwnPostgres> {
  const standby = await startServer('machine', {
    backup: { folder: await baseBackup(primary.url), as: 'standby' },
  })
  if ('missing' in standby) throw new Error(standby.missing)
  await until(async () => (await query(primary.url, 'select from pg_stat_replication')).length === 1)
  return standby
}

/** One URL of several servers. */
export const urlOf = (...servers: readonly OwnPostgres[]): string =>
  `postgres://postgres@${servers.map(({ url }) => encodeURIComponent(folderOf(url))).join()}/postgres`

/** The folder of its socket. */
export const folderOf = (url: string): string => new URL(url).searchParams.get('host') ?? ''

/** Changes a setting of a running server. */
export async function change(url: string, name: string, value: string): Promise<void> {
  await query(url, `alter system set ${name} = '${value}'`)
  await query(url, 'select pg_reload_conf()')
}

function hasProgram(): boolean {
  try {
    return existsSync(join(machinePrograms(), 'pg_basebackup'))
  } catch {
    return false
  }
}
