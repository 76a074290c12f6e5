import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { NodeSqliteDatabase } from './node-sqlite.ts'

/** Holds the lock that SQLite itself does not wait for, and releases it after 100 ms. */
const HOLDER = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData)
  database.exec('begin immediate')
  parentPort.postMessage('held')
  setTimeout(() => database.close(), 100)`

/** Leaves the lock free for 5 of 105 ms. */
const RESTLESS = `
  const { DatabaseSync } = require('node:sqlite')
  const { parentPort, workerData } = require('node:worker_threads')
  const database = new DatabaseSync(workerData, { timeout: 5_000 })
  const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  for (;;) {
    database.exec('begin immediate')
    parentPort.postMessage('held')
    sleep(100)
    database.exec('commit')
    sleep(5)
  }`

test('opening a file waits for another process that is creating it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'new.sqlite')
  const holder = new Worker(HOLDER, { eval: true, workerData: file })
  t.after(async () => holder.terminate())
  await once(holder, 'message')

  const database = new NodeSqliteDatabase(file)
  t.after(() => database.close())
  const [mode] = database.prepare('pragma journal_mode').all([]) as { journal_mode: string }[]
  assert.equal(mode?.journal_mode, 'wal')
})

test('opens while another process writes, so that a busy service does not block commands', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'used.sqlite')
  const writer = new NodeSqliteDatabase(file)
  t.after(() => writer.close())
  writer.prepare('create table t (a)').run([])
  writer.prepare('begin').run([])

  const other = new NodeSqliteDatabase(file, { lockMs: 0 })
  t.after(() => other.close())
  assert.deepEqual(other.prepare('select * from t').all([]), [])
})

test('gets a lock that another process releases only for moments', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'used.sqlite')
  const database = new NodeSqliteDatabase(file, { lockMs: 1_000 })
  t.after(() => database.close())
  const holder = new Worker(RESTLESS, { eval: true, workerData: file })
  t.after(async () => holder.terminate())
  for (let i = 0; i < 10; i++) {
    await once(holder, 'message')
    for (const statement of ['begin', 'commit']) database.prepare(statement).run([])
  }
})
