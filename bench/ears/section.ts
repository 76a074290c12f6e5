/**
 * Measures one section in a process that `../ears.ts` starts, so that the memory of its models is free for the next
 * section.
 */
import { isSection, SECTIONS } from './sections.ts'

const [name = ''] = process.argv.slice(2)
if (!isSection(name)) throw new Error(`There is no section ${name}`)
process.send?.(await SECTIONS[name](), () => process.exit())
