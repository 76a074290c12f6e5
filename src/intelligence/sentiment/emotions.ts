/**
 * The emotion that a sentence speaks of, by words that name or show one. The list of words is our own, made for this
 * file: the usual ones (NRC, WordNet-Affect) may not be used commercially.
 */

/** The emotions there are, the names that clients of such services know, and the sentiment they go with. */
const EMOTIONS = {
  adoration: 'positive',
  amusement: 'positive',
  awe: 'positive',
  contentment: 'positive',
  desire: 'positive',
  ecstatic: 'positive',
  elation: 'positive',
  interest: 'positive',
  positive_surprise: 'positive',
  relief: 'positive',
  sympathy: 'positive',
  triumph: 'positive',
  anger: 'negative',
  confusion: 'negative',
  contempt: 'negative',
  disappointment: 'negative',
  disgust: 'negative',
  distress: 'negative',
  embarrassment: 'negative',
  fear: 'negative',
  pain: 'negative',
  sadness: 'negative',
  negative_surprise: 'negative',
  realization: 'neutral',
  neutral: 'neutral',
} as const

export type Emotion = keyof typeof EMOTIONS
export type Sentiment = 'positive' | 'negative' | 'neutral' | 'mixed' | 'unknown'

/** Words that speak for each, the plainer the emotion the earlier; `*` stands for any ending. */
const WORDS: readonly (readonly [Emotion, string])[] = [
  ['relief', 'relief|reliev*|thank goodness|thank god|phew|off my chest|weight off'],
  ['ecstatic', 'ecstatic|overjoyed|over the moon|euphori*|blissful|on cloud nine'],
  [
    'triumph',
    'triumph*|victor*|we won|i won|won the|conquered|champions?|nailed it|made it|finally beat|proud|success|succeeded',
  ],
  ['amusement', 'funny|hilarious|laugh*|amus*|joke|jokes|joking|haha|giggl*|comical|entertain*|fun'],
  [
    'adoration',
    'i love you|love of my life|ador*|in love|beloved|darling|sweetheart|cherish*|worship*|loves|love',
  ],
  [
    'awe',
    'awe|awesome|breathtaking|brilliant|magnificent|inspir*|spectacular|stunning|majestic|admir*|impress*|incredible|extraordinary|genius|beautiful|gorgeous',
  ],
  [
    'elation',
    'happy|happier|happiest|happiness|joy|joyful|thrilled|delight*|excited|excit*|cheerful|celebrat*|fantastic|yay|hooray|elated|glad',
  ],
  [
    'desire',
    'hope|hopes|hoping|hopefully|wish*|looking forward|can’t wait|longing|long for|desire*|dream of|dreaming of|crav*|eager',
  ],
  [
    'sympathy',
    'my condolences|sorry for your|sorry to hear|poor thing|feel for you|sympath*|compassion*|take care of yourself',
  ],
  ['interest', 'interesting|interested|fascinat*|curious|intrigu*|tell me more'],
  [
    'contentment',
    'content|satisf*|pleas(?:ed|ant|antly|ing|ure)|enjoy*|grateful|thankful|appreciat*|thanks a lot|thank you so much|thank you very much|wonderful|great|lovely|comfortable|nice|perfect*|like it|helpful|friendly|confident|peaceful',
  ],
  [
    'positive_surprise',
    'wow|amazed|amazing|astonish*|nice surprise|pleasant(?:ly)? surpris*|such a lovely|unbelievably good|surpris*',
  ],
  [
    'anger',
    'angry|anger|furious|fury|rage|outrag*|mad at|makes? me mad|annoy*|hate|hates|hated|sick and tired|how dare|unacceptable|irritat*|pissed|frustrat*|ridiculous|resent*|fed up|scandal*|infuriat*|shut up|damn',
  ],
  [
    'disgust',
    'disgust*|revolting|gross|filthy|nasty|vomit*|puke|stinks?|stench|rotten|mou?ld|nauseat*|makes? me sick|made me sick|repuls*|yuck*|sickening',
  ],
  [
    'fear',
    'afraid|fear*|scar(?:ed|y|ing|es)|terrif*|frighten*|panic*|worr(?:y|ied|ies|ying)|anxious|anxiety|nervous|horror|horrif*|dread*|threat*|danger*|alarm(?:ed|ing)',
  ],
  [
    'sadness',
    'sad|sadness|saddened|sadder|unhappy|cry|cries|cried|crying|tears|grief|griev*|mourn*|lonely|loneliness|heartbroken|breaks? my heart|broke my heart|depress*|miserable|funeral|died|passed away|miss (?:him|her|them|you|my)|devastat*|despair*|sorrow*|hopeless',
  ],
  ['embarrassment', 'embarrass*|ashamed|shame|humiliat*|awkward|guilty|blush*|mortified'],
  [
    'disappointment',
    'disappoint*|let ?down|expected (?:more|better)|unfortunately|sadly|regret*|not worth|fell short|not live up|underwhelm*|pity',
  ],
  [
    'contempt',
    'contempt*|despis*|pathetic|loser|idiot*|stupid|worthless|disdain*|scorn*|moron*|laughable|a joke of',
  ],
  ['pain', 'pain|painful|hurts?|hurting|aching|ache|aches|agony|sore|suffer*|headache|migraine'],
  [
    'negative_surprise',
    'shock*|appalled|stunned|horrified|unexpectedly|out of nowhere|taken aback|can’t believe you',
  ],
  [
    'distress',
    'distress*|nightmare|overwhelm*|stress*|desperate*|emergency|unbearable|exhausted|crisis|disaster*|catastroph*|trouble|struggl*|can’t cope|help me',
  ],
  [
    'confusion',
    'confus*|don’t understand|didn’t understand|not sure (?:what|how|why)|no idea|puzzl*|i’m lost|what do you mean|makes? no sense|baffl*|bewilder*|unclear',
  ],
  [
    'realization',
    'i see now|now i understand|i realiz*|i realis*|it turns out|turns out|that explains|aha|come to think of it',
  ],
]

const PATTERNS = WORDS.map(([emotion, words]) => ({
  emotion,
  pattern: new RegExp(`\\b(?:${words.replaceAll('*', '[a-z]*').replaceAll('’', "['’]")})\\b`, 'gi'),
}))

/** Turns the word after it, or the one after that, round. */
const NEGATION =
  /\b(?:not|never|no|n['’]t|without|hardly|neither|nor|isn['’]t|wasn['’]t|don['’]t|didn['’]t|doesn['’]t|can['’]t|won['’]t)(?: (?:very|so|really|too|all that|at all|be|been|a|the|feel|feeling))* $/i

/** The emotion that most words of an English sentence speak for, of those that go with its sentiment. */
export function emotionOf(text: string, sentiment: Sentiment): Emotion {
  if (sentiment === 'mixed' || sentiment === 'unknown') return 'neutral'
  let best: Emotion = 'neutral'
  let most = 0
  let hasNegatedJoy = false
  for (const { emotion, pattern } of PATTERNS) {
    const kind = EMOTIONS[emotion]
    let count = 0
    for (const { 0: words, index } of text.matchAll(pattern)) {
      if (NEGATION.test(text.slice(0, index)) && !/^(?:no|not|do|did|can)/i.test(words))
        hasNegatedJoy ||= kind === 'positive'
      // A phrase says more than a word.
      else count += words.includes(' ') ? 2 : 1
    }
    if (count > most && mayGo(emotion, sentiment)) [best, most] = [emotion, count]
  }
  return most === 0 && hasNegatedJoy && sentiment === 'negative' ? 'disappointment' : best
}

/** Without a sentiment, only what is not felt as good or bad: someone who is puzzled, or has understood. */
function mayGo(emotion: Emotion, sentiment: Sentiment): boolean {
  const kind = EMOTIONS[emotion]
  if (emotion === 'confusion') return sentiment !== 'positive'
  return kind === 'neutral' || kind === sentiment
}
