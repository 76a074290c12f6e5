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
  [
    'relief',
    'relief|reliev*|thank goodness|thank god|phew|luckily|fortunately|breathe again|off my chest|weight off',
  ],
  [
    'ecstatic',
    'ecstatic|overjoyed|over the moon|top of the world|euphori*|blissful|on cloud nine|best day (?:of my life|ever)',
  ],
  [
    'triumph',
    'triumph*|victor*|we won|i won|won the|conquered|champions?|nailed it|made it|finally beat|proud|took first place|gold medal|success|succeeded',
  ],
  [
    'amusement',
    'funny|hilarious|laugh*|amus*|joke|jokes|joking|haha|giggl*|comical|in stitches|lol|hysterical|entertain*|fun',
  ],
  [
    'adoration',
    'i love you|love of my life|ador*|in love|beloved|darling|sweetheart|cherish*|worship*|loves|love|means (?:the world|everything) to',
  ],
  [
    'awe',
    'awe|awesome|breathtaking|brilliant|magnificent|inspir*|spectacular|stunning|majestic|admir*|impress*|incredible|extraordinary|genius|talented|masterpiece|legendary|remarkable|sublime|beautiful|gorgeous',
  ],
  [
    'elation',
    'happy|happier|happiest|happiness|joy|joyful|thrilled|delight*|excited|excit*|cheerful|jubilant|ecstasy|merry|blessed|celebrat*|fantastic|yay|hooray|elated|glad',
  ],
  [
    'desire',
    'hope|hopes|hoping|hopefully|wish*|looking forward|can’t wait|longing|long for|desire*|dream of|dying to|want to (?:visit|see|try|go|learn|become)|i’d love to|would love to|dreaming of|crav*|eager',
  ],
  [
    'sympathy',
    'my condolences|condolences|sorry for your|in our thoughts|thoughts and prayers|sorry to hear|poor thing|feel for you|sympath*|compassion*|take care of yourself',
  ],
  [
    'interest',
    'interesting|interested|fascinat*|curious|learn more|find out more|want to know|intrigu*|tell me more',
  ],
  [
    'contentment',
    'content|satisf*|pleas(?:ed|ant|antly|ing|ure)|enjoy*|grateful|thankful|appreciat*|thanks a lot|thank you so much|thank you very much|wonderful|great|lovely|comfortable|nice|perfect*|like it|helpful|friendly|confident|peaceful|works? (?:really |very )?well|good job|well done|comfy|relaxed|relaxing|at ease|good news|smoothly|on time|excellent|reliable|recommend',
  ],
  [
    'positive_surprise',
    'wow|no way|oh my god|amazed|amazing|astonish*|nice surprise|pleasant(?:ly)? surpris*|such a lovely|unbelievably good|surpris*',
  ],
  [
    'anger',
    'angry|anger|furious|fury|rage|outrag*|mad at|makes? me mad|livid|enraged|yell*|scream(?:ed|ing)? at|shout(?:ed|ing)? at|insult*|rude|unfair|liars?|lied|complain*|wast(?:e|ing) (?:of )?my time|my money back|leave me alone|enough is enough|lunatic|nonsense|annoy*|hate|hates|hated|sick and tired|how dare|unacceptable|irritat*|pissed|frustrat*|ridiculous|resent*|fed up|scandal*|infuriat*|shut up|damn',
  ],
  [
    'disgust',
    'disgust*|cockroach*|maggots?|slimy|foul|dirty|vile|sewage|revolting|gross|filthy|nasty|vomit*|puke|stinks?|stench|rotten|mou?ld|nauseat*|makes? me sick|made me sick|repuls*|yuck*|sickening',
  ],
  [
    'fear',
    'afraid|fear*|scar(?:ed|y|ing|es)|terrif*|frighten*|panic*|worr(?:y|ied|ies|ying)|anxious|anxiety|nervous|horror|horrif*|dread*|threat*|danger*|terror*|spooky|creepy|petrified|uneasy|apprehensive|phobia|what if|footsteps|in hiding|alarm(?:ed|ing)',
  ],
  [
    'sadness',
    'sad|sadness|saddened|sadder|unhappy|cry|cries|cried|crying|tears|grief|weep*|wept|sob|sobs|sobbed|sobbing|upset|gloomy|homesick|tragic|tragedy|goodbye (?:to (?:him|her|them) )?for the last time|feels? empty|divorce|lost my (?:\\w+)|griev*|mourn*|lonely|loneliness|heartbroken|breaks? my heart|broke my heart|depress*|miserable|funeral|died|passed away|miss (?:him|her|them|you|my)|devastat*|despair*|sorrow*|hopeless',
  ],
  [
    'embarrassment',
    'embarrass*|ashamed|shame|humiliat*|awkward|guilty|blush*|mortified|wanted to disappear|make a fool|made a fool|staring at me|red in the face',
  ],
  [
    'disappointment',
    'disappoint*|let ?down|expected (?:more|better)|unfortunately|sadly|regret*|not worth|fell short|not live up|underwhelm*|pity|never showed up|in vain|for nothing|waste of|failed|fails|failure|too bad|broken promise',
  ],
  [
    'contempt',
    'contempt*|despis*|pathetic|loser|idiot*|stupid|worthless|disdain*|scorn*|moron*|coward*|fraud|scum|fool|fools|incompetent|nothing but a|laughable|a joke of',
  ],
  [
    'pain',
    'pain|painful|hurts?|hurting|aching|ache|aches|agony|sore|suffer*|headache|ouch|broke my|sprain*|toothache|cramps?|migraine',
  ],
  [
    'negative_surprise',
    'shock*|appalled|stunned|horrified|unexpectedly|out of nowhere|taken aback|can’t believe you',
  ],
  [
    'distress',
    'distress*|nightmare|overwhelm*|stress*|desperate*|emergency|unbearable|exhausted|crisis|disaster*|catastroph*|trouble|struggl*|can’t take it|falling apart|breaking down|at my limit|burn(?:ed|t) out|burnout|chaos|chaotic|can’t cope|help me',
  ],
  [
    'confusion',
    'confus*|don’t understand|didn’t understand|not sure (?:what|how|why)|no idea|puzzl*|i’m lost|what do you mean|makes? no sense|baffl*|doesn’t add up|don’t get it|don’t follow|didn’t get that|say that again|bewilder*|unclear',
  ],
  [
    'realization',
    'i see now|now i understand|i realiz*|i realis*|it turns out|turns out|that explains|now i get it|oh, i see|i had no idea|aha|come to think of it',
  ],
]

const PATTERNS = WORDS.map(([emotion, words]) => ({
  emotion,
  pattern: new RegExp(`\\b(?:${words.replaceAll('*', '[a-z]*').replaceAll('’', "['’]")})\\b`, 'gi'),
}))

/** Turns the word after it, or the one after that, round. */
const NEGATION =
  /\b(?:not|never|no|n['’]t|without|hardly|neither|nor|isn['’]t|wasn['’]t|don['’]t|didn['’]t|doesn['’]t|can['’]t|won['’]t)(?: (?:very|so|really|too|all that|at all|be|been|a|the|feel|feeling))* $/i

/**
 * The emotion that most words of an English sentence speak for, of those that go with its sentiment; all of them count
 * if that is neutral.
 */
export function emotionOf(text: string, sentiment: Exclude<Sentiment, 'mixed' | 'unknown'>): Emotion {
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

function mayGo(emotion: Emotion, sentiment: Sentiment): boolean {
  const kind = EMOTIONS[emotion]
  return sentiment === 'neutral' || kind === 'neutral' || kind === sentiment
}

/** The sentiment that an emotion goes with. Whoever is puzzled or curious need not feel good or bad about it. */
export function sentimentOfEmotion(emotion: Emotion): 'positive' | 'negative' | 'neutral' {
  return emotion === 'confusion' || emotion === 'interest' ? 'neutral' : EMOTIONS[emotion]
}
