// Finds the product that a message refers to, by the words of its title and description.
import { type Json, objectOf, textOf } from '../protocol.js'
import { isTelling } from './wishes.js'
import { isSame, placeOf, wordsOf } from './words.js'

/** Score per word of a title that occurs as a whole. */
const entire = 100

/** The product whose title and description share the most words with the message. null if there is none, or a tie. */
export function productIn(original: string, products: readonly unknown[]): Json | null {
  const said = wordsOf(original).filter(({ isFiller, denied }) => !isFiller && !denied)
  const hits = (text: string): number =>
    new Set(
      wordsOf(text)
        .filter((own) => isTelling(own) && said.some((one) => isSame(one.stem, own.stem)))
        .map(({ stem }) => stem),
    ).size
  const all = wordsOf(original)
  const whole = ({ title }: Json): number => {
    const own = wordsOf(textOf(title))
    return placeOf(all, own) < 0 ? 0 : own.length * entire
  }
  const scored = products
    .map(objectOf)
    .map((product) => ({
      product,
      score: whole(product) + hits(textOf(product['title'])) * 5 + hits(textOf(product['description'])),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.product : null
}
