// Which key stands for which record: of the parts of one product, and of what stands outside of it by its name.
import { didYouMean, findNearestName } from '../../foundation/nearest.js'
import { formatValue } from '../../foundation/format-value.js'
import { slugOf } from './keys.js'
import { LineRefusal } from './tokens.js'

/** A part by its key; of an answer, the key is unique within its question. */
export interface NamedPart {
  readonly entity: string
  readonly id: number
  readonly key: string
  readonly owner: { readonly entity: string; readonly id: number } | null
}

/** Records outside of the product, by entity: id and name. */
export type OutsideNames = ReadonlyMap<string, readonly { readonly id: number; readonly name: string }[]>

/** Titles that no key is; the key of such an answer begins with `_`. */
const noKey = /^(?:\d+(?:\.\d+)?|true|false)$/

/** Keys that a refusal lists. */
const listed = 12

const someOf = (names: readonly string[]): string =>
  `${names.slice(0, listed).join(', ')}${names.length > listed ? ` and ${names.length - listed} more` : ''}`

export class SheetNames {
  private readonly keys = new Map<string, string>()
  private readonly ids = new Map<string, Map<string, number>>()
  private readonly answers = new Map<number, Map<string, number>>()

  constructor(
    parts: readonly NamedPart[],
    private readonly outside: OutsideNames,
    /** What formulas may call. */
    readonly functions: ReadonlySet<string>,
  ) {
    const questions = new Map(parts.filter(({ entity }) => entity === 'question').map(({ id, key }) => [id, key]))
    for (const { entity, id, key, owner } of parts) {
      const isAnswer = entity === 'answer' && owner !== null
      const name = isAnswer ? `${questions.get(owner.id) ?? ''}.${key}` : key
      this.keys.set(`${entity} ${id}`, name)
      const held = this.ids.get(entity) ?? new Map<string, number>()
      this.ids.set(entity, held.set(name, id))
      if (!isAnswer) continue
      const answers = this.answers.get(owner.id) ?? new Map<string, number>()
      this.answers.set(owner.id, answers.set(key, id))
    }
  }

  /** Of a part of the product; null for any other record. An answer's is that within its question. */
  keyOf(entity: string, id: number): string | null {
    const name = this.keys.get(`${entity} ${id}`) ?? null
    return entity === 'answer' && name !== null ? name.slice(name.indexOf('.') + 1) : name
  }

  /** The key of an answer of that question; null where it is none. */
  answerOf(question: number, id: number): string | null {
    for (const [key, answer] of this.answers.get(question) ?? []) if (answer === id) return key
    return null
  }

  /** How a field names a record: a part by its key, an answer as `question.answer`, another one by its name, or as `#12`. */
  nameOf(entity: string, id: number): string {
    const part = this.keys.get(`${entity} ${id}`)
    if (part !== undefined) return part
    const records = this.outside.get(entity) ?? []
    const name = records.find((one) => one.id === id)?.name ?? ''
    const isClear = name !== '' && !name.startsWith('#') && records.filter((one) => one.name === name).length === 1
    return isClear ? name : `#${id}`
  }

  /** LineRefusal where there is no such part. */
  idOf(entity: string, key: string): number {
    const held = this.ids.get(entity)
    const id = held?.get(key)
    if (id !== undefined) return id
    const known = [...(held?.keys() ?? [])]
    const all = known.length === 0 ? ` The product has no ${entity}s.` : ` The ${entity}s are ${someOf(known)}.`
    throw new LineRefusal(`There is no ${entity} '${formatValue(key)}' in this product.${didYouMean(key, known) || all}`)
  }

  /** Where a title is a number or true, which no key is, that will do. LineRefusal where there is no such answer. */
  answerIdOf(question: number, key: string): number {
    const held = this.answers.get(question)
    const id = held?.get(key) ?? (noKey.test(key) ? held?.get(slugOf(key)) : undefined)
    if (id !== undefined) return id
    const name = this.keyOf('question', question) ?? String(question)
    const known = [...(held?.keys() ?? [])]
    if (known.length === 0)
      throw new LineRefusal(`The question '${name}' has no answers; compare it with a number, or with a text in single quotes.`)
    throw new LineRefusal(
      `'${formatValue(key)}' is no answer of '${name}'.${didYouMean(key, known) || ` Its answers are ${someOf(known)}.`}`,
    )
  }

  /** The sentence for a text in quotes where an answer is meant. */
  unquoted(question: number, text: string): string {
    const known = [...(this.answers.get(question)?.keys() ?? [])]
    const meant = known.find((key) => key === slugOf(text))
    const hint = meant === undefined ? ` Its answers are ${someOf(known)}.` : ` Write ${meant}.`
    return `The answers of '${this.keyOf('question', question) ?? question}' stand by their keys, without quotes.${hint}`
  }

  hasAnswers(question: number): boolean {
    return this.answers.has(question)
  }

  /** What a number stands for beside such a question: the answer of that title where there is one, else itself. */
  numberOf(question: number, text: string): number {
    return this.answers.get(question)?.get(slugOf(text)) ?? Number(text)
  }

  /** True for the entities of the product's own parts. */
  isPart(entity: string): boolean {
    return this.ids.has(entity) || !this.outside.has(entity)
  }

  /** The id of what a field names; LineRefusal with what could be meant. */
  meant(entity: string, name: string): number {
    const numbered = /^#([1-9]\d{0,15})$/.exec(name)
    if (numbered) return Number(numbered[1])
    if (this.isPart(entity)) return this.idOf(entity, name)
    const found = (this.outside.get(entity) ?? []).filter((one) => one.name === name)
    if (found.length === 1) return found[0]!.id
    if (found.length > 1)
      throw new LineRefusal(
        `Several ${entity} records are called '${formatValue(name)}'; name one by its id, as '#${found[0]!.id}'.`,
      )
    const known = (this.outside.get(entity) ?? []).map((one) => one.name)
    const hint = findNearestName(name, known) === null ? ` There are ${someOf(known)}.` : didYouMean(name, known)
    throw new LineRefusal(`There is no ${entity} called '${formatValue(name)}'.${hint}`)
  }
}
