import { Argument, type Command } from 'commander'

/** Adds `scriptorium completions`, which completes every command of the program. */
export function addCompletions(program: Command): void {
  program
    .command('completions')
    .description('print what completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText('after', `\n${INSTALLATION}`)
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./script.ts')
      process.stdout.write(completionScript(program, shell))
    })
}

const INSTALLATION = `Bash, in ~/.bashrc:         source <(scriptorium completions bash)
zsh, in ~/.zshrc:           source <(scriptorium completions zsh)
fish, in config.fish:       scriptorium completions fish | source`
