import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMetrics } from './prometheus.ts'

test('if a database or a disk is unavailable, only its own metrics are absent', async (t) => {
  const metrics = createMetrics({
    version: '1.2.3',
    load: async () => Promise.reject(new Error('the database is unavailable')),
    openSessions: () => 7,
    folders: { data: '/no-such-folder', scratch: '/' },
  })
  t.after(() => metrics.close())
  const text = await metrics.text()
  assert.match(text, /^scriptorium_live_sessions_open 7$/m)
  assert.match(text, /^scriptorium_database_up 0$/m)
  assert.match(text, /^scriptorium_disk_free_bytes\{folder="scratch"\} \d+$/m)
  assert.doesNotMatch(text, /^scriptorium_(jobs_queued|disk_free_bytes\{folder="data"\}) /m)
})
