/** Evidence of the type of an English name in its own words and in its context. The weights were tuned by hand. */
import { FAMILY_NAME_HEADS, LOCATION_HEADS, LOCATION_OPENERS, ORGANIZATION_HEADS } from './english-words.ts'
import type { NameCandidate } from './name-candidates.ts'
import { FIRST_NAME_TAGS, type Lexicon } from './lexicon.ts'

export type NameType = 'NAME' | 'LOCATION' | 'ORGANIZATION' | 'PRODUCT'

/** Weight of the evidence for each type: 1 for a hint, 4 for near certainty. */
export type Votes = Partial<Record<NameType, number>>

/** Votes of the words of a name. */
export function formVotes({ words }: NameCandidate, lexicon: Lexicon): Votes {
  const lower = words.map((word) => word.toLowerCase().replaceAll('.', ''))
  const [first = ''] = lower
  const last = lower.at(-1) ?? ''
  const headBeforeOf = lower[lower.indexOf('of') - 1] ?? ''
  const votes: Required<Votes> = { NAME: 0, LOCATION: 0, ORGANIZATION: 0, PRODUCT: 0 }
  const isFirstName = lexicon.tagsOf(first).some((tag) => FIRST_NAME_TAGS.has(tag) || tag === 'Person')
  if (words.length > 1) {
    if (isFirstName) votes.NAME += 3
    if (lexicon.tagsOf(last).includes('LastName')) votes.NAME += 2
    const weight = isFirstName && words.length === 2 && FAMILY_NAME_HEADS.has(last) ? 1 : 5
    if (ORGANIZATION_HEADS.has(last) || ORGANIZATION_HEADS.has(headBeforeOf)) votes.ORGANIZATION += weight
    else if (LOCATION_HEADS.has(last) || LOCATION_HEADS.has(headBeforeOf)) votes.LOCATION += weight
    else if (LOCATION_OPENERS.has(first)) votes.LOCATION += 3
    if (words.some((word) => word.includes('&'))) votes.ORGANIZATION += 3
    if (words.length <= 3) votes.NAME += 1
    votes.ORGANIZATION += 0.3
    if (words.length >= 3) votes.ORGANIZATION += 0.5
  } else if (ORGANIZATION_HEADS.has(last)) votes.ORGANIZATION += 1
  if (words.length === 1 && /^\p{Lu}{3,5}$/u.test(words[0] ?? '')) votes.ORGANIZATION += 1
  const hasModel = words.length > 1 && words.some((word) => /^\p{L}+-?\d+\p{L}*$/u.test(word))
  if (hasModel || /^i\p{Lu}/u.test(words[0] ?? '')) votes.PRODUCT += 2
  return votes
}

interface Hint {
  readonly votes: Votes
  /** Must match the text before the name. */
  readonly before?: RegExp
  /** Must match the text after it. */
  readonly after?: RegExp
}

const HINTS: readonly Hint[] = [
  {
    before:
      /\b(?:in|near|across|outside|around|throughout|inside|toward|towards) (?:the |downtown |northern |southern |eastern |western )?$/i,
    votes: { LOCATION: 2 },
  },
  {
    before:
      /\b(?:live[sd]?|living|born|based|stay(?:ed|ing)?|located|landed|arrived|stuck) (?:in|at|near|on) $/i,
    votes: { LOCATION: 1 },
  },
  {
    before:
      /\b(?:mov(?:e|ed|ing)|fl(?:y|ew|ying|ight|ights|own)|go|going|went|gone|driv(?:e|ing)|drove|travel(?:l?ed|l?ing)?|c[ao]me|coming|trip|train|bus|back|way|return(?:ed)?|head(?:ed|ing)) (?:down |up |over |back )?(?:to|from|for|through) (?:the )?$/i,
    votes: { LOCATION: 2 },
  },
  { before: /\bfrom \p{Lu}\p{L}+(?: \p{Lu}\p{L}+)? to $/u, votes: { LOCATION: 1 } },
  { before: /\bfrom $/i, votes: { LOCATION: 0.8, ORGANIZATION: 0.8 } },
  { before: /\bat (?:the )?$/i, votes: { ORGANIZATION: 1.2, LOCATION: 0.8 } },
  {
    before:
      /\b(?:work(?:s|ed|ing)?|job|career|intern(?:ed|ship)?|manager|engineer|director|employed|hired|customers?|interview) (?:for|at|by|with|from) (?:the )?$/i,
    votes: { ORGANIZATION: 2.5 },
  },
  {
    before:
      /\b(?:call(?:ing|ed)? from|shares? (?:of|in)|stock (?:of|in)|contract with|deal with|partnership with|acquired by|owned by|acquisition of|ceo of|founder of|president of|calling|company called|startup called) (?:the )?$/i,
    votes: { ORGANIZATION: 1.5 },
  },
  {
    before:
      /\b(?:capital|city|town|village|state|streets|north|south|east|west|coast|island|people|president|king|queen|mayor|governor|prime minister) of $/i,
    votes: { LOCATION: 2 },
  },
  { before: /\b(?:town|city|village|place|country) (?:called|named) $/i, votes: { LOCATION: 3 } },
  {
    before:
      /\b(?:my name is|name's|name is|i'm|i am|this is|it's|speaking with|talking to|talk to|speak to|spoke to|spoke with|spoke with|met|meet|ask|asked|tell|told|thank you,?|thanks,?|hi,?|hello,?|hey,?|dear|morning,?|afternoon,?|evening,?|welcome,?|okay,?|bye,?|sorry,?) $/i,
    votes: { NAME: 1.2 },
  },
  {
    before:
      /\b(?:man|woman|guy|girl|boy|person|friend|colleague|manager|lady|doctor|teacher|someone|somebody|dog|son|daughter)(?: was)? (?:called|named) $/i,
    votes: { NAME: 3 },
  },
  {
    before:
      /\b(?:my|his|her|our|their|your) (?:\p{L}+ )?(?:wife|husband|brother|sister|son|daughter|friend|boss|colleague|mother|father|uncle|aunt|cousin|partner|girlfriend|boyfriend|assistant|manager|neighbou?r)(?: is)?,? $/iu,
    votes: { NAME: 3 },
  },
  {
    before:
      /\b(?:chairman|spokesman|spokeswoman|minister|chancellor|actor|actress|singer|author|director|ceo|founder|coach|host|reporter|professor|mayor|president),? $/i,
    votes: { NAME: 2 },
  },
  {
    before:
      /\b(?:graduat(?:e|ed|ing) from|stud(?:y|ied|ying) at|taught at|teach(?:es)? at|degree from|joined|joining|left) $/i,
    votes: { ORGANIZATION: 2 },
  },
  { before: /\bfrom $/i, after: /^ to (?:the )?\p{Lu}/u, votes: { LOCATION: 3 } },
  {
    after: /^ (?:river|city|island|islands|mountains|valley|lake|airport|street|desert|coast|region|area)\b/,
    votes: { LOCATION: 7 },
  },
  { before: /\b(?:thank|congratulate|invite|congratulations|welcome) $/i, votes: { NAME: 1.2 } },
  { before: /\bwith $/i, votes: { NAME: 0.5, ORGANIZATION: 0.5 } },
  { before: /\b(?:for|by) $/i, votes: { NAME: 0.4, ORGANIZATION: 0.4 } },
  { before: /\bthe $/i, votes: { ORGANIZATION: 0.8, LOCATION: 0.6, NAME: -1 } },
  { before: /(?:^|[.!?] )$/, after: /^, (?!and |who |which |which )/, votes: { NAME: 1 } },
  { before: /\p{L}, $/u, after: /^[.?!]?$/, votes: { NAME: 0.8 } },
  { before: /\b(?:in|near|from|at) \p{Lu}[\p{L}']*(?: \p{Lu}[\p{L}']*)* ?, $/u, votes: { LOCATION: 2 } },
  {
    after:
      /^ (?:said|says|thinks|thought|asked|asks|told|tells|wants|wanted|likes|loves|knows|knew|believes|feels|felt|smiled|laughed|sends|wrote|called|mentioned|and I|and me|from|who|will|would|can|could|is going)\b/,
    votes: { NAME: 0.9 },
  },
  {
    after:
      /^(?:, can you|, could you|, do you|, did you|, are you|, what|, how|, where|, would you|, you|, please|, thank)/i,
    votes: { NAME: 2 },
  },
  {
    // Things can be subjects, too, but are seldom capitalised.
    after:
      /^ (?!named|called|based|limited|united)(?:\p{Ll}{2,}ed|got|went|came|made|took|gave|ran|met|left|found|saw|bought|sold|sent|wrote|began|brought|kept|spoke|sat)\b/u,
    votes: { NAME: 0.6, ORGANIZATION: 0.2 },
  },
  {
    after:
      /^ (?:announced|reported|acquired|released|renewed|launched|shares|stock|employees|customers|headquarters)\b/,
    votes: { ORGANIZATION: 1.5 },
  },
  { after: /^ (?:beat|defeated|scored|signed|won|lost)\b/, votes: { ORGANIZATION: 0.6 } },
  { after: /^,? (?:Inc|Ltd|LLC|Corp|GmbH|plc)\b/, votes: { ORGANIZATION: 4 } },
]

/** Votes of the words around a name. */
export function contextVotes({ from, to, isTitled }: NameCandidate, text: string): Votes {
  const before = text.slice(Math.max(0, from - 60), from)
  const after = text.slice(to, to + 30)
  const votes: Required<Votes> = { NAME: isTitled ? 4 : 0, LOCATION: 0, ORGANIZATION: 0, PRODUCT: 0 }
  for (const hint of HINTS) {
    if (hint.before && !hint.before.test(before)) continue
    if (hint.after && !hint.after.test(after)) continue
    for (const [type, weight] of Object.entries(hint.votes) as [NameType, number][]) votes[type] += weight
  }
  return votes
}
