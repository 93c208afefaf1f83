// Splits text into comparable words, without case, accents and endings, and recognizes simple intents.

export interface TextWord {
  /** Without its ending: `leis` for leisen. */
  readonly stem: string
  /** True after a negation: without walnut, kein Motor. */
  readonly denied: boolean
  /** True for a word without meaning of its own: the, mit. */
  readonly isFiller: boolean
}

/** In lower case, without accents and without the marks in Hebrew abbreviations. */
export const foldLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(?<=[א-ת])["'״׳](?=[א-ת])/gu, '')

/** The folded words, with one space between them and at both ends. */
export const normalizeWords = (text: string): string =>
  ` ${foldLetters(text)
    .replace(/[^\p{L}\p{Nd}.,-]+/gu, ' ')
    .replace(/[.,](?!\p{Nd})/gu, ' ')
    .trim()} `

const toWordSet = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

const fillers = toWordSet(
  'a an and any are as at be by do for from get got has have i in is it its like looking me my need of on one or our please some',
  'something than that the there this to two want wanted wish with would you your years year ll so very quite rather also but can',
  'could should may will we which what who how more less most least big small good nice great best made type kind',
  'der die das den dem des ein eine einen einem einer eines und oder mit fur von vom zu zum zur im am an auf bei aus als so sehr',
  'ich du sie wir ihr mein meine meinen meinem ihre ihren ihrem mir mich uns es ist sind sein habe haben hatte mochte will',
  'brauche suche bitte gern gerne gibt auch noch zwei dass wie was wer mehr weniger moglichst gross grosse grossen klein kleine',
  'gut gute guten schon schone jede jedes jeder alle',
  'של את עם אני רוצה צריך צריכה או גם לי בבקשה יש זה',
)
const negations = toWordSet('no not without except dont nicht ohne kein keine keinen keinem keiner ausser בלי ללא לא')
const conjunctions = toWordSet('or nor oder noch או')
/** The `t` of `don't` follows one of these after splitting. */
const auxiliaries = toWordSet('don doesn won shouldn mustn needn')

function toStem(word: string): string {
  if (/\p{Nd}/u.test(word) || word.length < 5) return word
  return word.replace(/(?:en|er|em|es|e|s|n)$/u, '')
}

/** Joins a number and its unit into one word: 4 GB, 1.1 nm. */
const joinUnits = (text: string): string => text.replace(/(?<=\p{Nd}) (?=(?:gb|tb|mb|ghz|mhz|nm|mm|cm|kg) )/gu, '')

export function parseWords(text: string): readonly TextWord[] {
  const tokens = joinUnits(normalizeWords(text)).split(' ').filter(Boolean)
  const words: TextWord[] = []
  let [isDenied, wasDenied] = [false, false]
  for (const [place, token] of tokens.entries()) {
    if (negations.has(token) || (token === 't' && auxiliaries.has(tokens[place - 1] ?? ''))) {
      isDenied = true
      continue
    }
    const isFiller = fillers.has(token) || auxiliaries.has(token) || token.length < 2
    if (conjunctions.has(token)) isDenied = wasDenied
    words.push({ stem: toStem(token), denied: isDenied && !isFiller, isFiller })
    if (isFiller) continue
    wasDenied = isDenied
    isDenied = false
  }
  return words
}

const materialPattern = /^(?:e?n|s)?(?:holz|platte|furnier|optik|farben|farbig|wood|coloured|colored)/u

/** True for the same word or a compound: Schreibtisch and Tisch, Nussbaumplatte and Nussbaum, and Hebrew words with prefixes. */
export function isSameWord(word: string, own: string): boolean {
  if (word === own) return true
  if (word.length <= own.length || own.length < 3) return false
  const [isPrefix, isBefore] = [word.startsWith(own), word.endsWith(own)]
  if (!(isPrefix || isBefore) || /\p{Nd}/u.test(word)) return false
  if (isPrefix) return own.length > 5 || materialPattern.test(word.slice(own.length))
  return own.length > 3 || (word.length === own.length + 1 && /^[בהוכלמש]/u.test(word))
}

/** The position at which the words occur in sequence with the same negation; -1 if none. */
export function findWordSequence(words: readonly TextWord[], own: readonly TextWord[]): number {
  if (own.length === 0) return -1
  return words.findIndex((_, at) =>
    own.every(({ stem, denied }, i) => words[at + i]?.stem === stem && words[at + i]?.denied === denied),
  )
}

const toComparableText = (text: string): string =>
  ` ${foldLetters(text)
    .replace(/[^\p{L}\p{Nd}]+/gu, ' ')
    .trim()} `

const personWords =
  / (?:person|human|human being|somebody|someone|staff|employee|colleague|jemand|jemandem|jemanden|agent|representative|advisor|adviser|salesperson|operator|mensch|menschen|mitarbeiter|mitarbeiterin|berater|beraterin|verkaufer|verkauferin|kundendienst|נציג|נציגה|אדם) /u
const contactWords =
  / (?:talk|speak|chat|reach|call|phone|ring|connect|contact|transfer|real|live|sprechen|reden|telefonieren|anrufen|verbinden|verbunden|kontakt|erreichen|echter|echten|echte|richtigen|לדבר|שיחה|אנושי) /u
const callbackPhrases =
  / (?:call me|ring me|phone me|call back|callback|ruf mich|rufen sie mich|ruft mich|ruckruf|zuruckrufen|תתקשרו|שיחה חוזרת) /u
/** The message contains only the request for a person. */
const onlyPersonPattern =
  /^ (?:(?:hi|hello|please|a|an|the|i|want|need|would|like|to|have|get|me|give|help|by|from|can|could|could i|now|bitte|ein|einen|eine|ich|mochte|will|brauche|gern|gerne|jetzt|אני|רוצה|בבקשה) ){0,8}(?:person|human|human being|staff|employee|agent|representative|operator|mensch|menschen|mitarbeiter|mitarbeiterin|berater|beraterin|נציג|נציגה|אדם) (?:(?:please|now|bitte|jetzt|בבקשה) ){0,2}$/u

/** True if the shopper wants to talk to a person. `for two persons` is a preference about the product instead. */
export function isPersonRequest(text: string): boolean {
  const comparableText = toComparableText(text)
  return (
    onlyPersonPattern.test(comparableText) ||
    callbackPhrases.test(comparableText) ||
    (personWords.test(comparableText) && contactWords.test(comparableText))
  )
}

export const isThanks = (text: string): boolean =>
  /^ (?:(?:ok|okay|great|perfect|many|super|prima|vielen|toll|alles|klar) ){0,3}(?:thanks|thank you|thx|cheers|danke|dankeschon|dank|תודה)(?: (?:a lot|very much|so much|schon|sehr|you|רבה))? $/u.test(
    toComparableText(text),
  )

export const isAboutPrice = (text: string): boolean =>
  / (?:price|cost|costs|how much|kostet|kosten|preis|teuer|wie viel|wieviel|מחיר|עולה|עלות) /u.test(toComparableText(text))

export const isAboutReason = (text: string): boolean =>
  / (?:why|how come|warum|wieso|weshalb|מדוע|למה) /u.test(toComparableText(text))
