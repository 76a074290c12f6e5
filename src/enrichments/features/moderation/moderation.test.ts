import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Utterance } from '../../../contract/transcript.ts'
import { NotAvailableError } from '../../../contract/features/enrichment-error.ts'
import { enrichment as moderation } from './enrichment.ts'
import { maskProfanity } from './profanity.ts'
import { testContext } from '../../testing/context.ts'
import { said, transcriptionOf } from '../../../text/testing/utterances.ts'

async function moderated(...utterances: Utterance[]) {
  return (await moderation.run(transcriptionOf(...utterances), undefined, testContext())).module
}

const INNOCENT =
  'He lives in Scunthorpe, Penistone or Middlesex and has to assess Dickens in a class. The peacock, the bass and the ' +
  'cockpit of the Titanic. A cocktail, grapes, therapists, analysis, a document, circumstances, Essex, a shuttlecock, ' +
  'Hitchcock, Matsushita, cumulus clouds, titles, a saturated button, a pass, grass, brass, assassins, embarrass, ' +
  'compass, passion, mass, massage, hello, shells, scrap, basement, prickly, hancock, babcock, cockroach, pussycat. ' +
  'Sex education, the penis and the vagina. Dick Cheney met Uncle Dick. Tit for tat. I push it, as hit songs do. ' +
  'Six sticks, a flag, a fagot, snigger, Nigeria, Niger, therapy, grapefruit, drape, scrape, whoreson, arsenal, Arsenal, ' +
  'parse, coarse, rehearse, arsenic, cucumber, document, succumb, circumvent, crapaud, swank, spunky, sputter.'

test('words that contain profanity by chance are not masked', () => {
  const left = maskProfanity(INNOCENT, 'en').split(' ')
  const changed = INNOCENT.split(' ').filter((word, index) => word !== left[index])
  assert.deepEqual(changed, [])
})

test('profanity is masked in all its forms, and nothing else', () => {
  assert.equal(
    maskProfanity(
      "What the fuck is this shit, you asshole? Bullshit! Motherfuckers, you're fucking shitty, Bitch's.",
      'en',
    ),
    "What the f*** is this s***, you a******? B*******! M************, you're f****** s*****, B****'*.",
  )
  assert.equal(
    maskProfanity('So eine Scheiße, du Arschloch. Klassisch.', 'de'),
    'So eine S******, du A********. Klassisch.',
  )
  assert.equal(
    maskProfanity('Merde, putain de bordel, le mercredi.', 'fr'),
    'M****, p***** de b*****, le mercredi.',
  )
})

test('each utterance is moderated in its own language', async () => {
  const module = await moderated(
    said('This is shit.'),
    said(' Das ist shit, Scheiße.', { language: 'de', start: 9 }),
  )
  assert.equal(module?.is_empty, false)
  assert.equal(module?.results, 'This is s***.  Das ist shit, S******.')
})

test('without profanity the text is unchanged and the module empty', async () => {
  const module = await moderated(said('Good morning.'), said('How are you?', { start: 5 }))
  assert.deepEqual(module, { is_empty: true, results: 'Good morning. How are you?' })
  assert.deepEqual(await moderated(), { is_empty: true, results: '' })
})

test('an unsupported language fails with a list of the supported ones', async () => {
  await assert.rejects(
    async () => moderated(said('Hyvää huomenta.', { language: 'fi' })),
    (error) => error instanceof NotAvailableError && error.message.includes('en, de'),
  )
})

test('masking changes only letters and digits, and is idempotent', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.constantFrom('fuck', 'Shit', ' ', ', ', "'s", '-', 'ing', 'é'),
          fc.string({ maxLength: 5 }),
        ),
      ),
      (parts) => {
        const text = parts.join('')
        const result = maskProfanity(text, 'en')
        assert.equal(result.replaceAll(/[\p{L}\p{N}*]/gu, 'x'), text.replaceAll(/[\p{L}\p{N}*]/gu, 'x'))
        assert.equal(maskProfanity(result, 'en'), result)
      },
    ),
    { seed: 3 },
  )
})
