import { OTHERS, together } from './together.ts'

together(OTHERS, import.meta.filename)
