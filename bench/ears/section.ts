/** Measures one section, started by `../ears.ts`: the memory of its models is free for the next one. */
import { isSection, SECTIONS } from './sections.ts'

const [name = ''] = process.argv.slice(2)
if (!isSection(name)) throw new Error(`There is no section ${name}`)
process.send?.(await SECTIONS[name](), () => process.exit())
