/** The frames that the speaker model works on: Kaldi's, as the model was trained on them. */
import { SAMPLE_RATE } from '../audio/recording.ts'

/** Samples at {@link SAMPLE_RATE} from the start of one frame to the next: 10 ms. */
export const FRAME_STEP = SAMPLE_RATE / 100

/** Length of a frame in samples at {@link SAMPLE_RATE}: 25 ms. */
export const FRAME_LENGTH = SAMPLE_RATE / 40

/** Numbers in the cepstrum of a frame. */
export const CEPSTRA = 23

/** Neighbouring frames that the network needs for each frame, half of them on either side. */
export const CONTEXT = 14
