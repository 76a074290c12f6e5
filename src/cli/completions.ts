/** Completion scripts, generated from the commands in commander, so that the shell completes without starting this program. */
import type { Argument, Command, Option } from 'commander'

interface Entry {
  /** The names of the command and of those above it, each after a space; empty for the program. */
  readonly path: string
  readonly subcommands: readonly { readonly name: string; readonly description: string }[]
  readonly options: readonly Option[]
  /** The choices for its first argument; empty if it can be anything, such as a file. */
  readonly choices: readonly string[]
}

export function completionScript(program: Command, shell: 'bash' | 'zsh' | 'fish'): string {
  const entries = entriesOf(program, '')
  if (shell === 'fish') return fish(program.name(), entries)
  return shell === 'zsh' ? ZSH_START + bash(program.name(), entries) : bash(program.name(), entries)
}

function entriesOf(command: Command, path: string): Entry[] {
  const help = command.createHelp()
  const subcommands = help.visibleCommands(command)
  const [first] = command.registeredArguments
  const entry = {
    path,
    subcommands: subcommands.map((one) => ({ name: one.name(), description: one.description() })),
    options: [...help.visibleOptions(command)],
    choices: choicesOf(first),
  }
  return [entry, ...subcommands.flatMap((one) => entriesOf(one, `${path} ${one.name()}`))]
}

const choicesOf = (given: Argument | Option | undefined): readonly string[] => given?.argChoices ?? []

const flagsOf = ({ short, long }: Option): string[] => [short, long].filter((flag) => flag !== undefined)

const takesValue = ({ required, optional }: Option): boolean => required || optional

/** zsh can run the completion functions of bash. */
const ZSH_START = `autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
`

/** Completes file names where there are no words to choose from. */
function bash(program: string, entries: readonly Entry[]): string {
  const quoted = (words: readonly string[]) => `'${words.join(' ')}'`
  const paths = entries.filter(({ path }) => path !== '').map(({ path }) => quoted([path]))
  const patternsOf = ({ path, options }: Entry, isChoice: boolean) =>
    options
      .filter((option) => takesValue(option) && choicesOf(option).length > 0 === isChoice)
      .map((option) => ({
        option,
        pattern: flagsOf(option)
          .map((flag) => `'${path} ${flag}'`)
          .join('|'),
      }))
  const choices = entries.flatMap((entry) =>
    patternsOf(entry, true).map(({ option, pattern }) => `${pattern}) words=${quoted(choicesOf(option))} ;;`),
  )
  const values = entries.flatMap((entry) => patternsOf(entry, false).map(({ pattern }) => pattern))
  const commands = entries.map((entry) => {
    const words = [...entry.subcommands.map(({ name }) => name), ...entry.choices]
    return `'${entry.path}') words=${quoted(words)} options=${quoted(entry.options.flatMap(flagsOf))} ;;`
  })
  return `_${program}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command='' words='' options='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$command \${COMP_WORDS[i]}" in
      ${paths.join('|')}) command+=" \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$command $previous" in
    ${choices.join('\n    ')}
    ${values.join('|')}) ;;
    *)
      case "$command" in
        ${commands.join('\n        ')}
      esac
      [[ $current == -* ]] && words=$options ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _${program} ${program}
`
}

function fish(program: string, entries: readonly Entry[]): string {
  const isAt = `__${program}_is_at`
  const paths = entries.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`)
  const lines = entries.flatMap(({ path, subcommands, options, choices }) => {
    const base = `complete -c ${program} -n "${isAt} '${path}'"`
    return [
      ...subcommands.map(({ name, description }) => `${base} -f -a ${name} -d ${fishQuoted(description)}`),
      ...(choices.length > 0 ? [`${base} -f -a ${fishQuoted(choices.join(' '))}`] : []),
      ...options.map((option) => {
        const { short, long, description } = option
        const values = choicesOf(option)
        const parts = [
          base,
          ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
          ...(long === undefined ? [] : [`-l ${long.slice(2)}`]),
          ...(takesValue(option) ? ['-r'] : []),
          ...(values.length > 0 ? [`-f -a ${fishQuoted(values.join(' '))}`] : []),
          `-d ${fishQuoted(description)}`,
        ]
        return parts.join(' ')
      }),
    ]
  })
  return `function ${isAt}
  set -l command ''
  for word in (commandline -opc)[2..]
    if contains -- "$command $word" ${paths.join(' ')}
      set command "$command $word"
    end
  end
  test "$command" = "$argv[1]"
end
${lines.join('\n')}
`
}

const fishQuoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`
