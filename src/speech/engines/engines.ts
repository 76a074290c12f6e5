/**
 * The registry of engines. A language is recognised by the first engine whose bundled model supports it, unless a pulled
 * model does.
 */
import type { EngineFamily } from './engine.ts'
import { moonshine } from './moonshine.ts'
import { canary } from './sherpa/canary.ts'
import { cohereTranscribe } from './sherpa/cohere-transcribe.ts'
import { dolphinCtc } from './sherpa/dolphin-ctc.ts'
import { moonshineV2 } from './sherpa/moonshine-v2.ts'
import { nemoCtc } from './sherpa/nemo-ctc.ts'
import { nemoTransducer } from './sherpa/nemo-transducer.ts'
import { omnilingualCtc } from './sherpa/omnilingual-ctc.ts'
import { qwen3Asr } from './sherpa/qwen3-asr.ts'
import { senseVoice } from './sherpa/sense-voice.ts'
import { transducer } from './sherpa/transducer.ts'
import { zipformerCtc } from './sherpa/zipformer-ctc.ts'
import { whisper } from './whisper.ts'

export const ENGINES: readonly EngineFamily[] = [
  moonshine,
  whisper,
  nemoTransducer,
  nemoCtc,
  transducer,
  senseVoice,
  zipformerCtc,
  omnilingualCtc,
  dolphinCtc,
  canary,
  cohereTranscribe,
  moonshineV2,
  qwen3Asr,
]
