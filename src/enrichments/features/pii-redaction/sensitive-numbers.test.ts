import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sensitiveNumbers } from './sensitive-numbers.ts'

const found = (text: string) =>
  sensitiveNumbers(text).map(({ type, from, to }) => `${type} ${text.slice(from, to)}`)

/** The numbers are examples from standards and payment networks. */
const CASES: [string, string[]][] = [
  ['Pay with 4111 1111 1111 1111, please.', ['CREDIT_CARD 4111 1111 1111 1111']],
  ['It is 3782-822463-10005.', ['CREDIT_CARD 3782-822463-10005']],
  ['Nine, one two three, four five six seven.', ['PHONE_NUMBER Nine, one two three, four five six seven']],
  ['Call me at 555 123 45 67.', ['PHONE_NUMBER 555 123 45 67']],
  ['In 2019, 2020 and 2021 it was so.', []],
  // One digit is misrecognised.
  ['Yes, 4111 1111 1711 1111.', ['CREDIT_CARD 4111 1111 1711 1111']],
  [
    'four one one one, one one one one, uh, triple one one, one one one one',
    ['CREDIT_CARD four one one one, one one one one, uh, triple one one, one one one one'],
  ],
  [
    'forty-one eleven, eleven eleven, eleven eleven, eleven eleven',
    ['CREDIT_CARD forty-one eleven, eleven eleven, eleven eleven, eleven eleven'],
  ],
  ['My card ends in 1234.', ['CREDIT_CARD 1234']],
  ['We sold 4,111 of them in 2019, and 1,111 since.', []],
  ['There were twenty, maybe thirty people, and one dog.', []],
  ['It is 219-09-9999, I think.', ['SSN 219-09-9999']],
  [
    'My social is two one nine, zero nine, nine nine nine nine.',
    [
      'SSN two one nine, zero nine, nine nine nine nine',
      'PHONE_NUMBER two one nine, zero nine, nine nine nine nine',
    ],
  ],
  ['Ticket 000-12-3456 and 912-34-5678.', []],
  ['DE89 3704 0044 0532 0130 00 is it.', ['BANK_ACCOUNT DE89 3704 0044 0532 0130 00']],
  ['Send it to GB82WEST12345698765432 NOW', ['BANK_ACCOUNT GB82WEST12345698765432']],
  ['GB82WEST12345698765433', []],
  ['The account was £2,500.00 down, and now has 1,250 dollars.', []],
  ['The account is 1234 5678.', ['BANK_ACCOUNT 1234 5678']],
  ['It goes through 021000021.', ['ROUTING_NUMBER 021000021']],
  ['He said 021000022.', []],
  ['Ping 192.168.1.254, not 1.2.3 or 300.1.1.1.', ['IP_ADDRESS 192.168.1.254']],
  ['It is 2001:db8::1 since 12:30:45.', ['IP_ADDRESS 2001:db8::1']],
  ['ten dot zero dot zero dot twenty-five', ['IP_ADDRESS ten dot zero dot zero dot twenty-five']],
]

for (const [text, numbers] of CASES) test(text, () => assert.deepEqual(found(text), numbers))

/** Appends the Luhn check digit as defined: every second digit from the right counts double. */
function withCheckDigit(figures: string): string {
  const check = '0123456789'.split('').find((last) => {
    const all = (figures + last).split('').map(Number)
    const doubled = all.map((figure, i) => ((all.length - i) % 2 === 0 ? figure * 2 : figure))
    return (
      doubled
        .join('')
        .split('')
        .reduce((sum, figure) => sum + Number(figure), 0) %
        10 ===
      0
    )
  })
  return figures + (check ?? '')
}

const SAID = ['oh', ...'one two three four five six seven eight nine'.split(' ')]

test('every card number of 13 to 19 digits is found, however it is grouped or spoken', () => {
  const body = fc
    .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.stringMatching(/^[0-9]{11,17}$/))
    .map((parts) => withCheckDigit(parts.join('')))
  const written = fc.tuple(body, fc.integer({ min: 2, max: 6 }), fc.constantFrom(' ', '-', ', '))
  fc.assert(
    fc.property(written, fc.boolean(), ([figures, size, gap], isSaid) => {
      const groups = figures.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
      const spoken = groups.map((group) => group.replaceAll(/\d/g, (one) => ` ${SAID[Number(one)]}`).trim())
      const number = (isSaid ? spoken : groups).join(gap === '-' && isSaid ? ' ' : gap)
      const text = `Well, ${number} is what I have.`
      assert.ok(found(text).includes(`CREDIT_CARD ${number}`), text)
    }),
    { seed: 3, numRuns: 500 },
  )
})

test('a long text of digits is searched quickly', () => {
  const started = performance.now()
  for (const piece of ['1 ', 'one ', 'A1 ', '1.', '1:', 'ten dot ', 'account 1 ', 'DE89 ', 'and '])
    found(piece.repeat(20_000))
  assert.ok(performance.now() - started < 10_000)
})
