import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { accessSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, suite, test } from 'node:test'
import { Argument, Command, Option } from 'commander'
import { completionScript } from './completions.ts'

const program = new Command('tool').version('1.0.0')
program
  .command('play')
  .argument('<file...>')
  .option('-l, --loud', "don't whisper")
  .addOption(new Option('-s, --speed <speed>').choices(['slow', 'fast']))
  .option('-o, --output <file>')
const keys = program.command('keys')
keys.command('create').description('create a key')
keys.command('reset-secret')
keys.command('show').addArgument(new Argument('<how>').choices(['long', 'short']))

/** What is typed, and the expected completions: null if the shell completes file names. */
const CASES: readonly (readonly [typed: readonly string[], words: readonly string[] | null])[] = [
  [['pl'], ['play']],
  [
    ['keys', ''],
    ['create', 'help', 'reset-secret', 'show'],
  ],
  [['keys', '--loud', 'cr'], ['create']],
  [
    ['play', 'x.mp3', '--'],
    ['--help', '--loud', '--output', '--speed'],
  ],
  [
    ['play', '--speed', ''],
    ['fast', 'slow'],
  ],
  [['play', '-s', 'f'], ['fast']],
  [
    ['keys', 'show', ''],
    ['long', 'short'],
  ],
  [['play', 'ta'], null],
  [['play', '--output', 'ta'], null],
]

suite('a script that completes commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scriptorium-completions-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'files/talk.mp3'), '')
  const run = (shell: string, options: readonly string[], commands: string) => {
    const script = join(folder, shell)
    writeFileSync(script, completionScript(program, shell as 'bash'))
    const [HOME, PATH = ''] = [folder, process.env['PATH']]
    const text = `source ${script}\n${commands}`
    return execFileSync(shell, [...options, '-c', text], {
      cwd: join(folder, 'files'),
      encoding: 'utf8',
      env: { HOME, PATH },
    })
  }
  const missing = (shell: string) =>
    (process.env['PATH'] ?? '').split(delimiter).some((path) => exists(join(path, shell)))
      ? false
      : `${shell} is not installed`
  /** Calls the function as a shell does, a line for each case. */
  const calls = CASES.map(([typed]) => {
    const words = ['tool', ...typed].map((word) => `'${word}'`).join(' ')
    return `COMP_WORDS=(${words}) COMP_CWORD=${typed.length}; _tool; echo "\${COMPREPLY[@]}"`
  }).join('\n')
  /** zsh filters the words by what is typed itself. */
  const check = (lines: readonly string[]) => {
    for (const [i, [typed, words]] of CASES.entries()) {
      const fitting = (lines[i] ?? '').split(' ').filter((word) => word.startsWith(typed.at(-1) ?? ''))
      assert.deepEqual(fitting.filter((word) => word !== '').toSorted(), words ?? [], typed.join(' '))
    }
  }

  test('works in bash', { skip: missing('bash') }, () => {
    const [registered, ...lines] = run('bash', ['--norc'], `complete -p tool\n${calls}`).split('\n')
    assert.equal(registered, 'complete -o default -F _tool tool')
    check(lines)
  })

  test('works in zsh', { skip: missing('zsh') }, () => {
    // The way bashcompinit calls the function.
    const output = run('zsh', ['-f'], `echo $_comps[tool]\nsetopt KSH_ARRAYS SH_WORD_SPLIT\n${calls}`)
    const [registered, ...lines] = output.split('\n')
    assert.equal(registered, '_bash_complete -o default -F _tool')
    check(lines)
  })

  test('works in fish', { skip: missing('fish') }, () => {
    for (const [typed, words] of CASES) {
      const output = run('fish', ['-N'], `complete -C 'tool ${typed.join(' ')}'`)
      const completed = output
        .trimEnd()
        .split('\n')
        .map((line) => line.split('\t')[0] ?? '')
      // fish also offers short options, in any order.
      assert.deepEqual(
        completed.filter((word) => !/^-\w$/.test(word)).toSorted(),
        words ?? ['talk.mp3'],
        typed.join(' '),
      )
    }
  })
})

function exists(path: string): boolean {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
