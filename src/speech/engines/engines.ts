/** The registry of engines. The first whose bundled model is for a language recognises it, unless a pulled model does. */
import type { EngineFamily } from './engine.ts'
import { moonshine } from './moonshine.ts'
import { nemoCtc } from './sherpa/nemo-ctc.ts'
import { nemoTransducer } from './sherpa/nemo-transducer.ts'
import { whisper } from './whisper.ts'

export const ENGINES: readonly EngineFamily[] = [moonshine, whisper, nemoTransducer, nemoCtc]
