/** PostgreSQL is restored to a moment, from a base backup and its WAL archive, as docs/operations.md says. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { Client } from '../support/client.ts'
import { serveLateAudio } from '../support/audio-server.ts'
import { SILENCE } from '../support/sample.ts'
import { scriptorium, ServiceProcess, temporaryFolder } from '../support/scriptorium.ts'
import { baseBackup, folderOf, NO_STANDBY } from '../support/standby.ts'
import { query, startServer } from '../support/throwaway-postgres.ts'
import { until } from '../support/until.ts'

/** The working directory of the server is its `data`; the WAL archive is beside it. */
const ARCHIVED = {
  archive_mode: 'on',
  archive_command: 'mkdir -p ../archive && test ! -f ../archive/%f && cp %p ../archive/%f',
}

suite('a moment of a database', { skip: NO_STANDBY }, () => {
  test('is restored with what was committed by then and nothing later, and jobs in progress are done again', async (t) => {
    const server = await startServer('machine', { settings: ARCHIVED })
    if ('missing' in server) throw new Error(server.missing)
    t.after(server.stop)
    const dataDir = temporaryFolder()
    const env = { ALLOW_PRIVATE_URLS: '1', DATABASE_URL: server.url }
    const service = await ServiceProcess.start(t, dataDir, env)
    const client = await Client.of(service)
    const audio = await serveLateAudio(t, SILENCE)
    const create = async () => client.create({ audio_url: audio.url, language_config: { languages: ['en'] } })

    const old = await create()
    const folder = await baseBackup(server.url)
    const inProgress = await create()
    const [moment] = await query<{ now: string }>(server.url, 'select clock_timestamp()::text as now')
    const late = await create()
    audio.answer()
    for (const id of [old, inProgress, late]) assert.equal((await client.ended(id)).status, 'done')
    assert.equal(await service.end('SIGTERM'), 0, service.stderr)
    await query(server.url, 'select pg_switch_wal()')
    const archived = `select from pg_stat_archiver where last_archived_wal >= pg_walfile_name(pg_switch_wal())`
    await until(async () => (await query(server.url, archived)).length > 0)

    const restored = await startServer('machine', {
      backup: { folder, as: 'recovery' },
      settings: {
        restore_command: `cp ${join(folderOf(server.url), 'archive')}/%f %p`,
        recovery_target_time: moment?.now ?? '',
        recovery_target_action: 'promote',
      },
    })
    if ('missing' in restored) throw new Error(restored.missing)
    t.after(restored.stop)
    const writable = async () =>
      query<{ off: boolean }>(restored.url, 'select not pg_is_in_recovery() as off')
    await until(async () => (await writable())[0]?.off)

    const again = await ServiceProcess.start(t, dataDir, { ...env, DATABASE_URL: restored.url })
    const restoredClient = await Client.of(again)
    for (const id of [old, inProgress]) assert.equal((await restoredClient.ended(id)).status, 'done')
    assert.equal((await restoredClient.get(`/v2/jobs/${late}`)).status, 404)
    assert.equal(await again.end('SIGTERM'), 0, again.stderr)
    // The audio of the later job exists without its row.
    const checks = { DATA_DIR: dataDir, ...env, DATABASE_URL: restored.url }
    const found = await scriptorium(['check', '--repair'], checks)
    assert.match(found.stdout, /1 repaired|[2-9] repaired/)
    const { code, stdout } = await scriptorium(['check'], checks)
    assert.equal(code, 0, stdout)
  })
})
