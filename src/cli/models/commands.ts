import { type Command } from 'commander'
import { lazily } from '../lazily.ts'
import { languageOption, spokenLanguages } from '../request-options.ts'

/** Adds `scriptorium models`. */
export function addModels(program: Command): void {
  const models = program.command('models').description('manage models in addition to the bundled ones')
  models
    .command('list')
    .description('list available and installed models, and which are used for which language')
    .action(lazily(async () => (await import('./list.ts')).listModels))
  models
    .command('recommend')
    .description('recommend models for this machine and some languages, with the reasons')
    .option(
      '-l, --languages <languages>',
      'by code or name, such as en or german,fr; all by default',
      spokenLanguages,
    )
    .action(lazily(async () => (await import('./recommend.ts')).recommendModels))
  models
    .command('pull')
    .description('download and install a model; used from the next job on')
    .argument(
      '<model>',
      'a name as listed, a repository as <owner>/<name>@<commit>, or a JSON file that describes a model',
    )
    .option('--accept-licence', 'accept a licence that forbids commercial use, or is not known to allow it')
    .option(
      '-l, --languages <languages>',
      'languages of a repository whose card names none, such as en or german,fr',
      spokenLanguages,
    )
    .option('--engine <name>', 'engine for a repository whose files fit several')
    .action(lazily(async () => (await import('./pull.ts')).pullModel))
  models
    .command('try')
    .description('compare a pulled model with what is used without it, on your own audio')
    .argument('<name>', 'name of the model, as listed, or its repository')
    .argument('<audio...>', 'files and folders')
    .addOption(languageOption())
    .action(lazily(async () => (await import('./try.ts')).tryPulledModel))
  models
    .command('remove')
    .description('remove a model, or an incomplete download')
    .argument('<name>', 'name of the model, as listed, or its repository')
    .action(lazily(async () => (await import('./remove.ts')).removeModel))
}
