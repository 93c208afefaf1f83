// Maps keys to records: parts of one product by key, records outside of it by name.
import { createLabel, createMessage, type Message, findNearestName, formatValue } from '../../foundation/message.js'
import { LineRefusal } from './tokens.js'
import { toUrlLabel } from '../../model/entity/label.js'

/** Reserved words of the one-line notation; no key may equal one. */
const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not', 'true', 'false'])
const maxKeyLength = 60

/** Key syntax: letters of any script, digits and underscores, not only digits. */
export const keyPattern = /^(?=.*[\p{L}_])[\p{L}\p{N}_]+$/u

/** `Sliding door 2×4` → `sliding_door_2_4`; '' if no character of the text is allowed in a key. */
export function toKeySlug(text: string): string {
  const slug = [...toUrlLabel(text).replaceAll('-', '_')].slice(0, maxKeyLength).join('').replace(/_$/, '')
  if (slug === '') return ''
  return reservedWords.has(slug) || !keyPattern.test(slug) ? `_${slug}` : slug
}

/** Keys of siblings from their titles alone; duplicates get the suffixes _2, _3 and so on, in order. */
export function createTitleKeys(titles: readonly string[], fallback: string): readonly string[] {
  const free = createKeyAllocator(new Set())
  return titles.map((title) => free(toKeySlug(title) || fallback))
}

/** Returns a function that makes a base unique. It stores the next number of each base and never retries earlier ones. */
function createKeyAllocator(usedKeys: Set<string>): (base: string) => string {
  const next = new Map<string, number>()
  return (base) => {
    let key = base
    let n = next.get(base) ?? 2
    for (; usedKeys.has(key); n++) key = `${base}_${n}`
    next.set(base, n)
    usedKeys.add(key)
    return key
  }
}

/** Keys of siblings: from the internal name if there is one, else from the title. */
export function createPartKeys(
  parts: readonly { readonly internal: string; readonly title: string }[],
  fallback: string,
): readonly string[] {
  const byTitle = createTitleKeys(
    parts.map(({ title }) => title),
    fallback,
  )
  const free = createKeyAllocator(new Set(byTitle.filter((_, index) => parts[index]!.internal === '')))
  return parts.map(({ internal }, index) => (internal === '' ? byTitle[index]! : free(toKeySlug(internal) || byTitle[index]!)))
}

/** The internal names that reproduce these keys; '' if the title alone gives the key. */
export function deriveInternalNames(keys: readonly string[], titles: readonly string[], fallback: string): readonly string[] {
  const byTitle = createTitleKeys(titles, fallback)
  return keys.map((key, index) => (byTitle[index] === key ? '' : key))
}

/** A part with its key. The key of an answer is unique within its question. */
export interface PartKey {
  readonly entity: string
  readonly id: number
  readonly key: string
  readonly owner: { readonly entity: string; readonly id: number } | null
}

/** Records outside of the product, by entity. */
export type OutsideNames = ReadonlyMap<string, readonly { readonly id: number; readonly name: string }[]>

interface OutsideIndex {
  readonly names: ReadonlyMap<number, string>
  readonly ids: ReadonlyMap<string, readonly number[]>
}

/** Titles that cannot be keys; the key of such an answer starts with `_`. */
const nonKeyPattern = /^(?:\d+(?:\.\d+)?|true|false)$/

/** Maximum number of keys listed in an error. */
const maxListedKeys = 12

function formatKeys(names: readonly string[]): Message | string {
  const listed = names.slice(0, maxListedKeys).join(', ')
  return names.length > maxListedKeys
    ? createMessage('authoring.more', { names: listed, count: names.length - maxListedKeys })
    : listed
}

/** ` Did you mean 'width'?` or the empty string. */
export function suggestKey(word: string, keys: Iterable<string>): Message | '' {
  const name = findNearestName(word, keys)
  return name === null ? '' : createMessage('authoring.didYouMean', { name })
}

export class SheetNames {
  private readonly keys = new Map<string, string>()
  private readonly ids = new Map<string, Map<string, number>>()
  private readonly answers = new Map<number, Map<string, number>>()
  private readonly outsideIndexes = new Map<string, OutsideIndex>()

  constructor(
    parts: readonly PartKey[],
    private readonly outside: OutsideNames,
    /** Functions available in formulas. */
    readonly functions: ReadonlySet<string>,
  ) {
    const questions = new Map(parts.filter(({ entity }) => entity === 'question').map(({ id, key }) => [id, key]))
    for (const { entity, id, key, owner } of parts) {
      const isAnswer = entity === 'answer' && owner !== null
      const name = isAnswer ? `${questions.get(owner.id) ?? ''}.${key}` : key
      this.keys.set(`${entity} ${id}`, name)
      const idsByName = this.ids.get(entity) ?? new Map<string, number>()
      this.ids.set(entity, idsByName.set(name, id))
      if (!isAnswer) continue
      const answers = this.answers.get(owner.id) ?? new Map<string, number>()
      this.answers.set(owner.id, answers.set(key, id))
    }
  }

  /** Key of a part of the product, for an answer the key within its question; null for any other record. */
  keyOf(entity: string, id: number): string | null {
    const name = this.keys.get(`${entity} ${id}`) ?? null
    return entity === 'answer' && name !== null ? name.slice(name.indexOf('.') + 1) : name
  }

  /** Key of an answer of the question; null if the question has no such answer. */
  answerOf(question: number, id: number): string | null {
    const key = this.keyOf('answer', id)
    return key !== null && this.answers.get(question)?.get(key) === id ? key : null
  }

  /** Name of a record in a field: a part's key, `question.answer` for an answer, an outside record's name or `#12`. */
  nameOf(entity: string, id: number): string {
    const part = this.keys.get(`${entity} ${id}`)
    if (part !== undefined) return part
    const { names, ids } = this.indexOutside(entity)
    const name = names.get(id) ?? ''
    const isClear = name !== '' && !name.startsWith('#') && ids.get(name)!.length === 1
    return isClear ? name : `#${id}`
  }

  private indexOutside(entity: string): OutsideIndex {
    const cached = this.outsideIndexes.get(entity)
    if (cached) return cached
    const records = this.outside.get(entity) ?? []
    const ids = new Map<string, number[]>()
    for (const { id, name } of records) {
      const sameName = ids.get(name)
      if (sameName) sameName.push(id)
      else ids.set(name, [id])
    }
    const index = { names: new Map(records.map(({ id, name }) => [id, name])), ids }
    this.outsideIndexes.set(entity, index)
    return index
  }

  /** LineRefusal if the part does not exist. */
  idOf(entity: string, key: string): number {
    const idsByKey = this.ids.get(entity)
    const id = idsByKey?.get(key)
    if (id !== undefined) return id
    const existingKeys = [...(idsByKey?.keys() ?? [])]
    const all =
      existingKeys.length === 0
        ? createMessage('authoring.productHasNo', { entity })
        : createMessage('authoring.productHas', { entity, names: formatKeys(existingKeys) })
    const hint = suggestKey(key, existingKeys) || all
    throw new LineRefusal(createMessage('authoring.partUnknown', { entity, name: formatValue(key), hint }))
  }

  /** Also accepts a title that cannot be a key, such as a number or true. LineRefusal if the answer does not exist. */
  answerIdOf(question: number, key: string): number {
    const idsByKey = this.answers.get(question)
    const id = idsByKey?.get(key) ?? (nonKeyPattern.test(key) ? idsByKey?.get(toKeySlug(key)) : undefined)
    if (id !== undefined) return id
    const name = this.keyOf('question', question) ?? String(question)
    const existingKeys = [...(idsByKey?.keys() ?? [])]
    if (existingKeys.length === 0) throw new LineRefusal(createMessage('authoring.questionWithoutAnswers', { name }))
    throw new LineRefusal(
      createMessage('authoring.noAnswerOf', {
        text: formatValue(key),
        name,
        hint: suggestKey(key, existingKeys) || createMessage('authoring.itsAnswers', { names: formatKeys(existingKeys) }),
      }),
    )
  }

  /** As `answerIdOf`, for a cell of a table. The refusal names the position of the cell. */
  answerIdAt(question: number, key: string, position: Message): number {
    try {
      return this.answerIdOf(question, key)
    } catch (error) {
      if (!(error instanceof LineRefusal)) throw error
      throw new LineRefusal(createMessage('authoring.atPosition', { position, problem: error.problem }))
    }
  }

  /** Error message for a quoted text where an answer key is expected. */
  unquoted(question: number, text: string): Message {
    const existingKeys = [...(this.answers.get(question)?.keys() ?? [])]
    const matchingKey = existingKeys.find((key) => key === toKeySlug(text))
    const hint =
      matchingKey === undefined
        ? createMessage('authoring.itsAnswers', { names: formatKeys(existingKeys) })
        : createMessage('authoring.writeKey', { key: matchingKey })
    return createMessage('authoring.answerKeyQuoted', { name: this.keyOf('question', question) ?? question, hint })
  }

  hasAnswers(question: number): boolean {
    return this.answers.has(question)
  }

  /** Resolves a number next to a question: the id of the answer with that title, else the number itself. */
  numberOf(question: number, text: string): number {
    return this.answers.get(question)?.get(toKeySlug(text)) ?? Number(text)
  }

  /** True for entities that are parts of the product. */
  isPart(entity: string): boolean {
    return this.ids.has(entity) || !this.outside.has(entity)
  }

  /** The id of the record that a field names; LineRefusal with suggestions. */
  resolveKey(entity: string, name: string): number {
    const numbered = /^#([1-9]\d{0,15})$/.exec(name)
    if (numbered) return Number(numbered[1])
    if (this.isPart(entity)) return this.idOf(entity, name)
    const matches = this.indexOutside(entity).ids.get(name) ?? []
    if (matches.length === 1) return matches[0]!
    if (matches.length > 1)
      throw new LineRefusal(
        createMessage('authoring.nameAmbiguous', {
          entity: createLabel('entity', entity),
          name: formatValue(name),
          id: matches[0]!,
        }),
      )
    const recordNames = (this.outside.get(entity) ?? []).map((record) => record.name)
    const hint =
      findNearestName(name, recordNames) === null
        ? createMessage('authoring.thereAre', { names: formatKeys(recordNames) })
        : suggestKey(name, recordNames)
    throw new LineRefusal(
      createMessage('authoring.recordUnknown', { entity: createLabel('entity', entity), name: formatValue(name), hint }),
    )
  }
}
