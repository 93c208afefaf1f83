// The script of the scripted vendor: from a shopper's words over the tools to a whole configuration, always the same way.
import { type Json, listOf, objectOf, textOf } from '../protocol.js'
import type { Asked, Call } from './understand.js'
import { plainly, productIn, type Wishes, wishesIn } from './wishes.js'

export interface Answer {
  readonly text: string
  readonly calls: readonly Call[]
}

const says = (text: string): Answer => ({ text, calls: [] })
const uses = (name: string, input: Json): Answer => ({ text: '', calls: [{ name, input }] })

const titles = (list: unknown, most = 6): string =>
  listOf(list)
    .slice(0, most)
    .map((one) => textOf(objectOf(one)['title']))
    .join(', ')

/** Which language the shopper is answered in, as the instructions say. */
function words(system: string) {
  const tag = /Answer in the language (\w{2})/.exec(system)?.[1] ?? 'en'
  return sentences[tag] ?? sentences['en']!
}

interface Sentences {
  readonly which: string
  readonly nothing: string
  readonly refused: string
  readonly whole: string
  readonly missing: string
  readonly compromise: string
  readonly person: string
  readonly review: string
}

const sentences: Readonly<Record<string, Sentences>> = {
  en: {
    which: 'Gladly. Which of these is it to be: {list}?',
    nothing: 'Nothing that can be ordered keeps to all of that. Which of your wishes may I give up?',
    refused: 'That did not work: {reason}',
    whole: 'Done: your configuration is complete. Beside this text you see what is selected and what it costs.',
    missing: 'I have chosen what fits. Only you can say the rest: {list}',
    compromise: 'Not everything goes together, so I took what comes closest to your wishes.',
    person: 'Gladly. Please say below where somebody of the shop can reach you.',
    review: 'The shopper wanted to configure a product.',
  },
  de: {
    which: 'Gern. Was soll es sein: {list}?',
    nothing: 'Nichts, was sich bestellen lässt, hält sich an alles davon. Welchen Wunsch darf ich aufgeben?',
    refused: 'Das ging nicht: {reason}',
    whole: 'Fertig: Ihre Konfiguration ist vollständig. Neben diesem Text sehen Sie, was gewählt ist und was es kostet.',
    missing: 'Ich habe gewählt, was passt. Den Rest können nur Sie sagen: {list}',
    compromise: 'Es geht nicht alles zusammen; ich habe genommen, was Ihren Wünschen am nächsten kommt.',
    person: 'Gern. Bitte sagen Sie unten, wo Sie jemand aus dem Shop erreichen kann.',
    review: 'Der Kunde wollte ein Produkt konfigurieren.',
  },
  he: {
    which: 'בשמחה. במה לבחור: {list}?',
    nothing: 'אין אפשרות להזמנה שעומדת בכל אלה. על איזו בקשה לוותר?',
    refused: 'זה לא הצליח: {reason}',
    whole: 'הושלם: התצורה שלך מלאה. לצד הטקסט מוצג מה נבחר ומה המחיר.',
    missing: 'בחרתי את מה שמתאים. את השאר רק אתם יכולים לומר: {list}',
    compromise: 'לא הכול מסתדר יחד, ולכן לקחתי את הקרוב ביותר לבקשותיכם.',
    person: 'בשמחה. נא לציין למטה איך מישהו מהחנות יוכל להשיג אתכם.',
    review: 'הקונה רצה להגדיר מוצר.',
  },
}

/** Somebody to speak to, not somebody for whom it is to be. */
function wantsPerson(text: string): boolean {
  const asked =
    / (?:speak|talk|write|call|ask|contact|reach|sprechen|reden|erreichen|לדבר) .{0,60}(?:person|human|somebody|mensch|menschen|jemand|jemandem|mitarbeiter|נציג|אדם) | (?:mensch|menschen|jemandem|mitarbeiter) (?:sprechen|reden|erreichen) | real person | human being | נציג /u
  return asked.test(plainly(text))
}

/** What comes after what was used since the shopper spoke. */
export function answerTo(asked: Asked): Answer {
  const said = words(asked.system)
  if (!asked.hasTools) return says(said.review)
  const last = asked.results.at(-1)
  if (!last) return wantsPerson(asked.text) ? uses('hand_over', {}) : uses('list_products', {})
  if (typeof last.value['error'] === 'string') return says(said.refused.replace('{reason}', last.value['error']))
  if (last.name === 'hand_over') return says(said.person)
  const steps: Readonly<Record<string, (asked: Asked, value: Json, said: Sentences) => Answer>> = {
    list_products: afterList,
    start: () => uses('look_at_product', {}),
    look_at_product: afterLook,
    recommend: afterRecommend,
    select: afterSelect,
  }
  return steps[last.name]?.(asked, last.value, said) ?? says(said.whole)
}

function afterList({ text, system, before }: Asked, value: Json, said: Sentences): Answer {
  const configuring = !system.includes('Nothing is being configured yet.')
  const products = listOf(value['products'])
  const named = productIn(text, products) ?? (configuring ? null : productIn(before.join(' '), products))
  const current = /"product_id":(\d+)/.exec(system)?.[1]
  if (configuring && (named === null || String(named['id']) === current)) return uses('look_at_product', {})
  const chosen = named ?? (products.length === 1 ? objectOf(products[0]) : null)
  if (chosen === null) return says(said.which.replace('{list}', titles(products)))
  return uses('start', { product_id: chosen['id'], reason: 'Its name is nearest to what the shopper said.' })
}

/** What was wished in the whole conversation, what was said last coming last. */
const wished = ({ before, text }: Asked, questions: readonly unknown[]): Wishes => {
  const now = wishesIn(text, questions)
  if (before.length === 0) return now
  const earlier = wishesIn(before.join(' . '), questions)
  const isNew = (id: number): boolean => !now.wishes.some(({ question_id }) => question_id === id)
  return {
    ...now,
    wishes: [...earlier.wishes.filter(({ question_id }) => isNew(question_id)), ...now.wishes],
    maxPrice: now.maxPrice ?? earlier.maxPrice,
  }
}

function questionsOf({ results }: Asked): readonly unknown[] {
  return listOf(results.findLast(({ name }) => name === 'look_at_product')?.value['questions'])
}

function afterLook(asked: Asked, value: Json): Answer {
  const { entries } = wished(asked, listOf(value['questions']))
  if (entries.length > 0) return uses('select', { selections: entries, confirmed: true })
  return search(asked, false)
}

function search(asked: Asked, yielding: boolean): Answer {
  const { wishes, maxPrice, aim } = wished(asked, questionsOf(asked))
  return uses('recommend', {
    aim,
    wishes: wishes.map((wish) => (yielding ? { ...wish, weight: 10 } : wish)),
    ...(maxPrice !== null && { max_price: maxPrice }),
  })
}

function afterRecommend(asked: Asked, value: Json, said: Sentences): Answer {
  const [best] = listOf(value['suggestions']).map(objectOf)
  const searches = asked.results.filter(({ name }) => name === 'recommend').length
  if (!best) return searches === 1 ? search(asked, true) : says(said.nothing)
  const changes = listOf(best['changes'])
  const left = listOf(best['to_fill'])
  if (changes.length > 0) return uses('select', { selections: changes, confirmed: true })
  return left.length > 0 ? says(said.missing.replace('{list}', titleList(asked, left))) : says(said.whole)
}

function titleList(asked: Asked, ids: readonly unknown[]): string {
  return titles(questionsOf(asked).filter((one) => ids.includes(objectOf(one)['id'])))
}

function afterSelect(asked: Asked, value: Json, said: Sentences): Answer {
  const searches = asked.results.filter(({ name }) => name === 'recommend').length
  if (searches === 0) return search(asked, false)
  const compromise = searches > 1 ? `${said.compromise} ` : ''
  if (value['finished'] === true) return says(compromise + said.whole)
  const missing = listOf(value['missing']).map((one) => textOf(objectOf(one)['message']))
  return says(compromise + said.missing.replace('{list}', missing.slice(0, 5).join(' ')))
}
