// Finds in plain words what a shopper wishes of a product: answers by their titles, numbers beside a question's title, a highest price.
import { type Json, listOf, objectOf, textOf } from '../protocol.js'

export interface Wish {
  readonly question_id: number
  readonly values: readonly string[]
}

export interface Wishes {
  readonly wishes: readonly Wish[]
  /** Entries of text, which no search may choose: made as they are. */
  readonly entries: readonly { readonly question_id: number; readonly value: string }[]
  readonly maxPrice: number | null
  readonly aim: 'closest' | 'cheapest' | 'lightest'
}

/** Words in lower case, one blank between them and at both ends. */
export const plainly = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}.,-]+/gu, ' ')
    .replace(/[.,](?!\p{Nd})/gu, ' ')
    .trim()} `

const budget =
  /(?:under|below|at most|up to|no more than|less than|maximum|max|unter|höchstens|bis zu|maximal|עד) (?:€|\$|£)? ?(\d{1,9}(?:[.,]\d{1,2})?) ?(?:€|\$|£|₪|euros?|eur|usd|dollars?|pounds?|gbp|ils|שקל)/iu

/** True where the words stand in the text and are not taken back right before: no red, ohne Licht. */
function isWished(text: string, title: string): boolean {
  const place = text.indexOf(plainly(title))
  if (place < 0) return false
  return !/ (?:no|not|without|kein|keine|keinen|nicht|ohne|בלי)$/u.test(text.slice(0, place))
}

/** A number right behind a title, or right before it: width 120, 120 cm width. */
function numberBeside(text: string, title: string): string | null {
  const words = plainly(title).trim()
  const place = text.indexOf(` ${words} `)
  if (place < 0) return null
  const behind = /^ (?:of |is |to |about |von |auf )?(-?\d{1,9}(?:[.,]\d{1,4})?)(?=\p{L}| )/u.exec(
    text.slice(place + words.length + 1),
  )
  const before = / (-?\d{1,9}(?:[.,]\d{1,4})?) ?\p{L}{0,4}(?: of| in)?$/u.exec(text.slice(0, place))
  const found = behind?.[1] ?? before?.[1]
  return found === undefined ? null : found.replace(',', '.')
}

export function wishesIn(said: string, questions: readonly unknown[]): Wishes {
  const text = plainly(said)
  const wishes: Wish[] = []
  const entries: { question_id: number; value: string }[] = []
  for (const question of questions.map(objectOf)) {
    const id = Number(question['id'])
    const title = textOf(question['title'])
    const answers = listOf(question['answers']).map(objectOf)
    if (answers.length > 0) {
      const found = answers.filter((answer) => isWished(text, textOf(answer['title'])))
      // The longest title is what was meant: light oak, not oak.
      const [best] = found.sort((a, b) => textOf(b['title']).length - textOf(a['title']).length)
      if (best) wishes.push({ question_id: id, values: [String(best['id'])] })
      continue
    }
    const number = numberBeside(text, title)
    if (number !== null) entries.push({ question_id: id, value: number })
  }
  const [, price] = budget.exec(said) ?? []
  const cheap = / (?:cheap|cheapest|inexpensive|billig|billigste|günstig|günstigste|זול) /u.test(text)
  const light = / (?:light|lightest|leicht|leichteste|קל) /u.test(text)
  return {
    wishes,
    entries,
    maxPrice: price === undefined ? null : Number(price.replace(',', '.')),
    aim: cheap ? 'cheapest' : light ? 'lightest' : 'closest',
  }
}

/** The product whose title and description share the most words with what was said; null where none shares any. */
export function productIn(said: string, products: readonly unknown[]): Json | null {
  const text = plainly(said)
  const score = (product: Json): number => {
    const words = new Set(
      plainly(`${textOf(product['title'])} ${textOf(product['description'])}`)
        .trim()
        .split(' '),
    )
    const inTitle = new Set(plainly(textOf(product['title'])).trim().split(' '))
    let found = 0
    for (const word of words) if (word.length > 3 && text.includes(` ${word} `)) found += inTitle.has(word) ? 5 : 1
    return found
  }
  const scored = products.map(objectOf).map((product) => ({ product, score: score(product) }))
  const [best] = scored.sort((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.product : null
}
