// Finds the product that a message refers to, by the words of its title and description.
import { type JsonMap, toJsonMap, toStringValue } from '../protocol.js'
import { isDistinctive } from './stated-preferences.js'
import { isSameWord, findWordSequence, parseWords } from './words.js'

/** Score per word of a title that occurs as a whole. */
const titleWordScore = 100

/** The product whose title and description share the most words with the message. null if there is none, or a tie. */
export function findMentionedProduct(original: string, products: readonly unknown[]): JsonMap | null {
  const words = parseWords(original).filter(({ isFiller, denied }) => !isFiller && !denied)
  const hits = (text: string): number =>
    new Set(
      parseWords(text)
        .filter((own) => isDistinctive(own) && words.some((word) => isSameWord(word.stem, own.stem)))
        .map(({ stem }) => stem),
    ).size
  const all = parseWords(original)
  const whole = ({ title }: JsonMap): number => {
    const own = parseWords(toStringValue(title))
    return findWordSequence(all, own) < 0 ? 0 : own.length * titleWordScore
  }
  const scored = products
    .map(toJsonMap)
    .map((product) => ({
      product,
      score: whole(product) + hits(toStringValue(product['title'])) * 5 + hits(toStringValue(product['description'])),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.product : null
}
