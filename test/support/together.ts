/**
 * Runs test files in one process, one after the other, each as a suite: the start of a process and the first service in it
 * take 1 s of CPU time, which is more than most of the files do.
 */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/**
 * Each file belongs to the first group that has it. The runner begins groups in the order of their names: a name such that no
 * group that takes long is begun last.
 */
const GROUPS = {
  units: ['src/**/!(*.slow).test.ts', 'tools/**/*.test.ts'],
  audio: ['src/audio/*.slow.test.ts'],
  recognition: ['src/recognition/**/*.slow.test.ts'],
  intelligence: ['src/intelligence/**/*.slow.test.ts', 'test/{enrichments,redaction}.test.ts'],
  hostile: ['test/hostile/*.test.ts'],
  contract: ['test/contract/*.test.ts'],
  callbacks: ['test/callbacks*.test.ts'],
  commands: ['test/{command-line,models,npm-start,packaging,generated-clients}.test.ts'],
  connections: ['test/live-{connections,kill,many}.test.ts'],
  live: ['test/live-*.test.ts', 'src/live/*.slow.test.ts'],
  database: ['test/{migrations,s3*,schema,store-live,throwaway-postgres,work-queue}.test.ts'],
  faults: ['test/{kill,nodes,rolling-restart,shutdown,store-kill,workers}.test.ts'],
  lists: ['test/{lists,list-*,many-*,page-*}.test.ts'],
  search: ['test/{counters,long-page,search}.test.ts'],
  others: ['{src,test,tools}/**/*.test.ts'],
}

/** Runs each file of a group as a suite, in the order of their names. */
export async function runTogether(name: keyof typeof GROUPS): Promise<void> {
  // These clean up at the end of the process: first imported by one of the files, they would at the end of that.
  await Promise.all([import('./on-each-store.ts'), import('./scriptorium.ts')])
  const before = Object.keys(GROUPS).indexOf(name)
  const filesOf = (patterns: readonly string[]) => globSync(patterns, { cwd: ROOT })
  const earlier = new Set(filesOf([...Object.values(GROUPS).slice(0, before).flat(), 'test/groups/*']))
  for (const file of filesOf(GROUPS[name])
    .filter((each) => !earlier.has(each))
    .toSorted()) {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    suite(file, async () => {
      after(() => resolve())
      await import(pathToFileURL(ROOT + file).href).catch(
        (error: unknown) =>
          // The runner does not count a suite that fails without a test.
          void test('is imported', () => assert.ifError(error)),
      )
    })
    await over
  }
}
