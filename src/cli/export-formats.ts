import { InvalidArgumentError, Option } from 'commander'
import { EXPORT_FORMAT_NAMES, type ExportFormat } from '../contract/export-formats.ts'

/** An option that takes one or more formats, separated by commas. */
export function formatsOption(description: string): Option {
  return new Option('-f, --format <formats>', description)
    .choices(EXPORT_FORMAT_NAMES)
    .argParser(exportFormats)
}

function exportFormats(text: string): ExportFormat[] {
  const known = new Map<string, ExportFormat>(EXPORT_FORMAT_NAMES.map((name) => [name, name]))
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names)].map((name) => {
    const format = known.get(name)
    if (format === undefined)
      throw new InvalidArgumentError(`Give one or more of ${EXPORT_FORMAT_NAMES.join(', ')}.`)
    return format
  })
}
