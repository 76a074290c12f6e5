/** Words that tell what an English name names. Names themselves come from compromise and from Unicode CLDR. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** The last word, or the one before "of", of what an organisation is called. */
export const ORGANIZATION_HEADS = setOf(
  `academy administration agency airlines airways alliance ambulance army assembly associates association authority
  bakery bank brewery capital brothers bureau cafe church clinic club co coalition college commission committee communications
  company congress consortium consulting cooperative corp corporation council court cross daily dental department dynamics
  electric electronics energy enterprises entertainment faculty federation finance financial fire foods force foundation
  fund gazette gmbh government group guild healthcare herald holdings hospital hotel industries inc institute institutes institution
  insurance international investments journal kitchen labs laboratories laboratory league lines llc llp logistics ltd
  manufacturing marketing media ministry motors museum network news office organisation organization orchestra parliament
  partners party pharma pharmaceuticals pharmacy pictures plc police post press productions properties records
  resources restaurant school securities senate services society software solutions sons station store studio
  studios supermarket systems team technologies technology telecom telegraph theatre theater times tribunal trust
  union university utilities ventures works united`,
)

/** The last word, or the first one, of what a place is called. */
export const LOCATION_HEADS = setOf(
  `airport alley avenue bay beach boulevard bridge building canyon castle cathedral cemetery city coast county creek
  crescent desert district drive falls forest garden gardens harbor harbour heights highway hill hills hotel island
  islands junction lake lane library mall market mount mountain mountains ocean palace park peak peninsula plaza port
  province river road sea square stadium state statue street strait terminal tower town township valley village way woods zone`,
)

/** Family names that are heads of places as well: "Linda Park", "Tiger Woods". */
export const ALSO_FAMILY_NAMES = setOf(
  'brothers castle church cross forest garden heights hill hills lake lane market park post street tower valley way west woods works',
)

/** The first word of what a place is called. */
export const LOCATION_OPENERS = setOf(
  'mount lake port fort cape gulf bay san santa los las st saint isle rio lago',
)

/** What stands before the name of a person, and is no part of it. */
export const TITLES = setOf(
  `mr mrs ms miss dr doctor prof professor president chancellor minister senator governor mayor judge justice king queen
  prince princess pope sir madam lady lord captain lieutenant sergeant colonel general major officer detective inspector
  coach uncle aunt auntie grandma grandpa father sister brother reverend rabbi ambassador secretary director chairman
  chairwoman congressman prime vice deputy congresswoman ceo cfo cto agent nurse`,
)

/** Those of them that are also said of organisations and places ("General Motors"), or of nobody. */
export const TITLES_IN_NAMES = setOf(
  'general major king queen prince lady father sister brother miss director secretary',
)

/** Written with a capital, and neither people, places nor organisations. */
export const NO_NAMES = setOf(
  `i i'm i'll i've i'd ok okay yes no yeah hi hello hey oh wow god jesus christ lord internet mom mum dad mama papa grandma
  grandpa tv pc dvd cd usb gps atm pdf faq diy rsvp id ai ml api ui ux it hr pr qa rd roi kpi okr crm erp sql html css http
  https url ceo cfo cto coo cio vp svp phd md ba bsc mba gdp vat pin sms cv am pm bc ad est pst cst gmt utc covid covid-19
  dna rna hiv aids mri ct asap fyi omg lol sku etc nda eta ok'd usd eur gbp byob diy ceos christmas easter thanksgiving halloween ramadan hanukkah passover bible quran english french
  german spanish italian portuguese dutch russian chinese japanese korean arabic hebrew hindi latin greek polish turkish
  swedish christian muslim jewish catholic protestant buddhist hindu islam christianity moon earth sun wi-fi wifi bluetooth monday
  tuesday wednesday thursday friday saturday sunday q1 q2 q3 q4 sir madam`,
)

/** Companies that are called like ordinary words, or that compromise does not know. */
export const COMPANIES = setOf(
  `accenture adidas airbnb airbus aldi alibaba allianz alphabet amazon amd apple astrazeneca at&t audi baidu barclays bayer
  blackrock bloomberg bmw boeing bosch bp carrefour caterpillar chevron cisco citigroup coca-cola comcast costco dell
  deloitte disney dropbox ebay ericsson etsy expedia exxon facebook fedex ferrari fiat fujitsu gazprom github goldman
  gucci heineken hitachi honda hsbc huawei ibm ikea instagram intel jpmorgan kpmg lenovo lidl linkedin lufthansa lyft
  mastercard mckinsey mercedes merck meta moderna morrisons nestle netflix nike nintendo nissan nokia novartis nvidia
  openai oracle panasonic paypal pepsi pfizer philips porsche pwc qualcomm reddit renault reuters roche ryanair
  salesforce samsung sap shell shopify siemens slack snapchat sony spacex spotify starbucks stripe target tencent tesla
  tesco tiktok toyota twitter uber unilever ups verizon visa vodafone volvo walmart wells whatsapp wikipedia xiaomi
  youtube zara zoom`,
)

/** First names that are words as well, which compromise takes them for. */
export const WORDS_THAT_ARE_FIRST_NAMES = setOf(
  `angel art autumn bill buddy carol chase chip cliff daisy dale dawn dean drew earl eve faith frank gene glen grace grant
  heath hope hunter iris ivy jack jade jay jean joy josh lily mark melody mercy miles nick norm olive pat patience pierce
  ray reed rich rob robin rocky rose ruby rusty sandy sky sterling sue summer violet wade will woody`,
)

/** Products by their families, with or without a model after them. */
export const PRODUCTS = setOf(
  `android airpods alexa aspirin chatgpt chromebook excel facetime galaxy gmail ibuprofen ios ipad iphone ipod kindle
  kubernetes linux macbook macos photoshop pixel playstation powerpoint prozac siri surface teams thinkpad viagra windows
  xbox corolla civic mustang prius roomba nutella outlook`,
)

/** Other words that "of" goes on with a name after: "Bay of Bengal", "House of Commons". */
export const OF_HEADS = setOf(
  `bank bay board cape center centre chamber city faculty gulf house isle isles kingdom republic sea state states statue
  strait tower university`,
)

/** The last word of the name of what happens or is agreed on, which is neither a place nor an organisation. */
export const EVENT_HEADS = setOf(
  `accord act agreement amendment award awards championship cup era festival games marathon olympics prize protocol
  revolution treaty war`,
)

/** Words that begin a sentence and are no names there, whatever follows. */
export const FUNCTION_WORDS = setOf(
  `a all alright an and any as ask at best both but by call dear each every everybody everyone fine for from good great
  happy her here his if in it its let meet my no nobody not now of on one or our please right see so some somebody sorry
  sure tell thank thanks that the their then there these this those to today welcome well when while with yes your`,
)

/** How compromise tags what is a name and nothing else. */
export const KNOWN_NAME_TAGS = setOf(
  'City Country FemaleName FirstName LastName MaleName Organization Region SportsTeam',
)

/** How compromise tags what may be a name. */
export const NAME_TAGS = new Set([...KNOWN_NAME_TAGS, 'Acronym', 'Person', 'Place', 'ProperNoun'])

/** How compromise tags verbs. */
export const VERB_TAGS = setOf(
  'Gerund Imperative Infinitive Participle PastTense PhrasalVerb PresentTense Verb',
)

/** How compromise tags what is no name at the start of a sentence. */
export const NO_NAME_TAGS = new Set([
  ...VERB_TAGS,
  ...setOf(
    `Adverb Auxiliary Cardinal Conjunction Contraction Copula Date Determiner Expression Modal Negative Ordinal Possessive
    Preposition Pronoun QuestionWord Reflexive TextValue Value`,
  ),
])
