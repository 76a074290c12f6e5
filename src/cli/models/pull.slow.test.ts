/** Pulling a model again must yield the one that was accepted and tried before, whatever the hub has now. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, suite, test, type TestContext } from 'node:test'
import { scriptorium } from '../../../test/support/scriptorium.ts'
import { CATALOGUE } from '../../models/catalogue.ts'
import { ModelError } from '../../models/pulled/model-error.ts'
import { RECEIPT } from '../../models/pulled/pulled-model.ts'
import { serveHub } from '../../models/testing/hub-server.ts'
import { described } from '../../models/text/testing/tiny-models.ts'
import { pullModel } from './pull.ts'
import { removeModel } from './remove.ts'

const [FIRST, SECOND] = ['1'.repeat(40), '2'.repeat(40)]
const REPOSITORY = 'someone/zipformer-ctc'
const PATHS = { model: 'model.int8.onnx', tokens: 'tokens.txt' }
const filesOf = (commit: string) => ({
  model: Buffer.from(`model of ${commit}`),
  tokens: Buffer.from('tokens'),
})

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'scriptorium-pull-'))
  process.env['DATA_DIR'] = root
})
afterEach(() => rmSync(root, { recursive: true }))

/** A hub with two commits of a repository. */
async function hub(t: TestContext, { repository = REPOSITORY, license = 'cc-by-nc-4.0' } = {}) {
  const commits = [FIRST, SECOND].map((commit) => {
    const { model, tokens } = filesOf(commit)
    return [commit, { [PATHS.model]: model, [PATHS.tokens]: tokens }] as const
  })
  const { url } = await serveHub(t, {
    [repository]: { commits: Object.fromEntries(commits), card: { license, language: 'en' } },
  })
  process.env['MODELS_URL'] = url
}

/** Leaves the receipt of a pull of the first commit. */
function leave(folder: string, name = 'zipformer-ctc', files = filesOf(FIRST)): void {
  const { files: about, ...model } = described(files, {
    name,
    purpose: 'recognition',
    engine: 'zipformer-ctc',
    identifiesLanguages: false,
    priority: 100,
  })
  const located = Object.entries(about).map(([file, digest]) => [
    file,
    { ...digest, url: `${REPOSITORY}/resolve/${FIRST}/${PATHS[file as keyof typeof PATHS]}` },
  ])
  mkdirSync(join(root, 'models', folder), { recursive: true })
  const receipt = { ...model, files: Object.fromEntries(located) as object }
  writeFileSync(join(root, 'models', folder, RECEIPT), JSON.stringify(receipt))
}

async function refused(run: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(run, (error) => {
    assert.ok(error instanceof ModelError, String(error))
    assert.match(error.message, message)
    return true
  })
}

suite('a repository that is pulled again', () => {
  for (const folder of ['zipformer-ctc', '.pulling/zipformer-ctc'])
    test(`is refused with another commit than that in ${folder}`, async (t) => {
      await hub(t)
      leave(folder)
      for (const revision of ['main', SECOND])
        await refused(
          pullModel(`${REPOSITORY}@${revision}`, {}),
          /^zipformer-ctc is of commit 1{40}, not 2{40}: remove it first, with "scriptorium models remove zipformer-ctc"$/,
        )
    })

  test('in other languages stays at its commit', async (t) => {
    await hub(t)
    leave('zipformer-ctc')
    // It passes the checks of licence and commit, and fails only because there is no real model.
    await refused(
      pullModel(REPOSITORY, { languages: ['de'] }),
      /^zipformer-ctc was downloaded, but does not run here: /,
    )
  })

  test('is refused where its commit has other bytes on another mirror', async (t) => {
    await hub(t)
    leave('zipformer-ctc', 'zipformer-ctc', { ...filesOf(FIRST), model: Buffer.from('other') })
    await refused(
      pullModel(REPOSITORY, { languages: ['de'] }),
      /model\.int8\.onnx is not the file that was pulled: its SHA-256 is [0-9a-f]{64}, not [0-9a-f]{64}$/,
    )
  })
})

test('a repository that the catalogue restricts is restricted whatever its card says', async (t) => {
  const { source, restriction } = CATALOGUE.find((entry) => entry.restriction !== undefined)!
  await hub(t, { repository: source.repository, license: 'mit' })
  await refused(pullModel(source.repository, {}), new RegExp(RegExp.escape(restriction!.says)))
})

test('no other model takes the name of one of the catalogue', async (t) => {
  await hub(t, { repository: 'Xenova/whisper-small', license: 'mit' })
  const complaint = /would be named whisper-small, .* "scriptorium models pull whisper-small", or describe/
  await refused(pullModel('Xenova/whisper-small', {}), complaint)
  leave('other', 'whisper-small')
  await refused(pullModel(join(root, 'models/other', RECEIPT), {}), complaint)
})

test('what another model has accepted is not accepted for one of the catalogue', async () => {
  const { name } = CATALOGUE.find((entry) => entry.restriction !== undefined)!
  leave(name, name)
  await refused(pullModel(name, {}), /^The licence of .* and if it allows your use, run /)
})

test('an interrupted pull is listed, and removed by its repository', async () => {
  leave('.pulling/zipformer-ctc')
  writeFileSync(join(root, 'models/.pulling/zipformer-ctc/model.part'), 'model of 1')
  leave('old', 'old')
  const receipt = join(root, 'models/old', RECEIPT)
  writeFileSync(receipt, readFileSync(receipt, 'utf8').replace('zipformer-ctc"', 'gone"'))
  for (const name of ['model', 'tokens'] as const)
    writeFileSync(join(root, 'models/old', name), filesOf(FIRST)[name])
  const { stdout } = await scriptorium(['models', 'list'], { DATA_DIR: root })
  assert.match(stdout, /^zipformer-ctc +recognition of en +1 MB +18 % downloaded +MIT$/m)
  assert.match(stdout, /^old +recognition of en +1 MB +installed, but no engine loads it +MIT$/m)
  await refused(removeModel('someone-else/zipformer-ctc'), /is not the name of a model/)
  await removeModel(`${REPOSITORY}@${FIRST}`)
  assert.ok(!existsSync(join(root, 'models/.pulling/zipformer-ctc')))
})
