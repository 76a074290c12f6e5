/**
 * Mirrors of jobs, while processes that change the jobs are killed: they learn exactly what was committed.
 *
 * TEST_KILLS is the number of kills.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { NO_LIMITS } from '../../src/jobs/limits.ts'
import { database } from '../../src/store/configured-database.ts'
import { JobStore } from '../../src/store/jobs/job-store.ts'
import type { BusyTask } from '../support/busy-store.ts'
import { openFresh } from '../support/fresh-store.ts'
import { KILLS } from '../support/kills.ts'
import { Mirror } from '../support/mirror.ts'
import { onEachStore } from '../support/on-each-store.ts'
import { randomFrom } from '../support/random.ts'
import { until } from '../support/until.ts'

const BUSY_STORE = fileURLToPath(new URL('../support/busy-store.ts', import.meta.url))
const WRITERS = 8
/** Changes that are acknowledged before each kill. */
const CHANGES = 150

onEachStore('mirrors of jobs', (fresh) => {
  test('have every job in its current state, after kills of the nodes that change them', async (t) => {
    const { account, place, close } = await openFresh(fresh)
    t.after(close)
    // Read-only: on SQLite, it would otherwise have to wait for the writers.
    const reader = database(place, { readOnly: true })
    t.after(async () => reader.db.destroy())
    const store = { jobs: new JobStore(reader, NO_LIMITS) }
    const random = randomFrom(7)
    const limit = () => 1 + Math.floor(random() ** 2 * 90)
    const begun = new Mirror(store, account)
    const nodes = place.databaseUrl === null ? 1 : 2
    const task = { place, accounts: ['default'], jobs: null, atOnce: WRITERS / nodes }
    const busy = Array.from({ length: nodes }, (_, seed) => new BusyNode(t, { ...task, seed }))
    let compared = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const mirrors = [begun, new Mirror(store, account)]
      const [victim] = busy.splice(kill % nodes, 1)
      const enough = victim!.acknowledged + CHANGES
      for (let i = 0; ; i++) {
        const mirror = mirrors[i % 2]!
        if (!(await mirror.read(limit())).more && (await mirror.checkIfStill())) compared++
        if (victim!.acknowledged >= enough) break
      }
      const killed = victim!.kill()
      for (const mirror of mirrors) await mirror.read(limit())
      await killed
      busy.push(new BusyNode(t, { ...task, seed: nodes + kill }))
    }
    await Promise.all(busy.map(async (node) => node.kill()))
    const first = new Mirror(store, account)
    for (const mirror of [begun, first])
      // PostgreSQL may still be executing what a killed process sent.
      await until(
        async () => {
          await mirror.catchUp(limit)
          return mirror.checkIfStill()
        },
        (isChecked) => isChecked,
      )
    t.diagnostic(`compared ${compared} times while jobs changed`)
  })
})

/** A process that changes jobs until it is killed. */
class BusyNode {
  acknowledged = 0
  readonly #child
  readonly #ended: Promise<unknown>
  readonly #stderr: Promise<string>

  constructor(t: TestContext, task: BusyTask) {
    this.#child = spawn(process.execPath, [BUSY_STORE, JSON.stringify(task)], { stdio: 'pipe' })
    t.after(() => this.#child.kill('SIGKILL'))
    const lines = createInterface(this.#child.stdout)
    lines.on('line', () => this.acknowledged++)
    this.#ended = Promise.all([once(this.#child, 'exit'), once(lines, 'close')])
    this.#stderr = text(this.#child.stderr)
    this.#child.stdin.end()
  }

  async kill(): Promise<void> {
    assert.equal(this.#child.exitCode, null, 'it runs until it is killed')
    this.#child.kill('SIGKILL')
    await this.#ended
    assert.equal(await this.#stderr, '')
  }
}
