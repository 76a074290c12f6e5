import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Recogniser } from '../../src/speech/batch/recogniser.ts'
import { LiveRecogniserProcess } from '../../src/speech/live/live-recogniser-process.ts'
import { isLong } from '../support/long.ts'
import { LANGUAGE_SETTINGS, SPOKEN, textInFile, textLive, wrongAfter } from './noises.ts'
import { SOUND_NAMES, soundOf } from './sounds.ts'

const recogniser = new Recogniser()
const live = new LiveRecogniserProcess()
after(() => Promise.all([recogniser.close(), live.close()]))

const SECONDS = isLong ? 300 : 20

/** Noises that voice activity detection partly takes for speech, so that they are recognised: music, in the first seconds. */
const TAKEN_FOR_SPEECH = ['hum', 'music']
const HUM_SEED = 6

for (const [i, name] of SOUND_NAMES.entries())
  test(`${SECONDS} s of ${name} have no words`, async () => {
    const noise = soundOf(name, SECONDS, name === 'hum' ? HUM_SEED : 1)
    // Quick: each of the other noises in one of the settings.
    const settings =
      isLong || TAKEN_FOR_SPEECH.includes(name)
        ? LANGUAGE_SETTINGS
        : [LANGUAGE_SETTINGS[i % LANGUAGE_SETTINGS.length]!]
    for (const options of settings) {
      const about = JSON.stringify(options)
      assert.equal(await textInFile(recogniser, noise, options), '', `file, ${about}`)
      assert.equal(await textLive(live, noise, options), '', `live, ${about}`)
    }
  })

for (const name of SOUND_NAMES)
  test(`speech after and beside ${name} has its words`, async () => {
    for (const [speech, maxWrong] of isLong ? SPOKEN : SPOKEN.slice(0, 1)) {
      const wrong = await wrongAfter(recogniser, soundOf(name, isLong ? 120 : 20, 2), speech)
      assert.ok(wrong <= maxWrong, `${speech.language}: ${(100 * wrong).toFixed(0)} % wrong`)
    }
  })
