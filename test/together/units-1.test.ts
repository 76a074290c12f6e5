import { together, UNITS } from './together.ts'

together(UNITS, import.meta.filename)
