// Detects what a message to the scripted vendor is about: a request for a person, thanks, a price, or a reason.
import { foldLetters } from './words.js'

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
