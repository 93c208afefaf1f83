// A product as its author writes it down, in one piece and in three languages, and the one function that authors it through the write pipeline.

/** What authoring needs of the service: the write of an app, or of an open unit. */
export interface Writer {
  write(
    entity: string,
    input: Readonly<Record<string, unknown>>,
    options?: { readonly id?: number },
  ): Promise<{ readonly id: number }>
}

/** A text in the languages of the demo; any other language gets the English one. */
export class Text {
  constructor(
    readonly en: string,
    readonly de: string,
    readonly he: string,
  ) {}

  in(tag: string): string {
    const primary = tag.split('-')[0]
    return primary === 'de' ? this.de : primary === 'he' ? this.he : this.en
  }
}

/** Stands for the id that the part with this key gets. */
export class Ref {
  constructor(readonly key: string) {}
}

export const text = (en: string, de: string, he: string): Text => new Text(en, de, he)
/** A name that is the same everywhere. */
export const everywhere = (given: string): Text => new Text(given, given, given)
export const ref = (key: string): Ref => new Ref(key)

export type Fields = Readonly<Record<string, unknown>>

export interface AnswerSheet {
  readonly key: string
  readonly fields: Fields
}

export interface QuestionSheet {
  readonly key: string
  readonly fields: Fields
  readonly answers?: readonly AnswerSheet[]
}

export interface PageSheet {
  readonly key: string
  readonly fields: Fields
  readonly questions: readonly QuestionSheet[]
}

/** `entity` is the body's: calculation-formula, calculation-matrix or calculation-code. */
export interface CalculationSheet {
  readonly key: string
  readonly name: string
  readonly entity: string
  readonly body: Fields
}

export interface ProductSheet {
  readonly key: string
  readonly fields: Fields
  /** Drawings that the fields name, by the names of their files. */
  readonly pictures?: Readonly<Record<string, string>>
  readonly pages: readonly PageSheet[]
  readonly calculations?: readonly CalculationSheet[]
  readonly panes?: readonly Fields[]
  readonly examples?: readonly Fields[]
}

/** Flat keys of a text for every active language. */
export function spread(fields: Fields, languages: readonly string[]): Record<string, unknown> {
  const spreadFields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (!(value instanceof Text)) spreadFields[name] = value
    else for (const tag of languages) spreadFields[`${name}_${tag.replaceAll('-', '_')}`] = value.in(tag)
  }
  return spreadFields
}

function resolve(value: unknown, ids: ReadonlyMap<string, number>): unknown {
  if (value instanceof Ref) {
    const id = ids.get(value.key)
    if (id === undefined) throw new Error(`The product sheet names '${value.key}', which it does not hold.`)
    return id
  }
  if (Array.isArray(value)) return value.map((item) => resolve(item, ids))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolve(item, ids)]))
}

/**
 * Authors a product: the tree first, then calculations, then the rules and references that need ids.
 * Returns the product's id; `given` are keys that stand outside the sheet, e.g. its tax class.
 */
export async function author(
  writer: Writer,
  sheet: ProductSheet,
  languages: readonly string[],
  given: ReadonlyMap<string, number> = new Map(),
): Promise<number> {
  const ids = new Map(given)
  const later: { entity: string; id: number; fields: Fields }[] = []

  const create = async (entity: string, key: string, fields: Fields, parent: Fields = {}): Promise<number> => {
    const now: Record<string, unknown> = {}
    const after: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(fields)) (isKnown(value, ids) ? now : after)[name] = value
    const input = resolveTexts({ ...parent, ...now }, ids, languages)
    const { id } = await writer.write(entity, input)
    ids.set(key, id)
    if (Object.keys(after).length > 0) later.push({ entity, id, fields: after })
    return id
  }

  const product = await create('product', sheet.key, sheet.fields)
  for (const page of sheet.pages) {
    const pageId = await create('page', page.key, page.fields, { product_id: product })
    for (const question of page.questions) {
      const questionId = await create('question', question.key, question.fields, { page_id: pageId })
      for (const answer of question.answers ?? []) await create('answer', answer.key, answer.fields, { question_id: questionId })
    }
  }
  for (const calculation of sheet.calculations ?? []) {
    const type = calculation.entity.replace('calculation-', '')
    await create('calculation', calculation.key, { name: calculation.name, type }, { product_id: product })
  }
  for (const calculation of sheet.calculations ?? []) {
    const body = { calculation_id: ids.get(calculation.key), ...calculation.body }
    await writer.write(calculation.entity, resolveTexts(body, ids, languages))
  }
  for (const { entity, id, fields } of later) await writer.write(entity, resolveTexts(fields, ids, languages), { id })
  for (const pane of sheet.panes ?? [])
    await writer.write('product-detail-pane', resolveTexts({ product_id: product, ...pane }, ids, languages))
  for (const example of sheet.examples ?? [])
    await writer.write('example', resolveTexts({ product_id: product, ...example }, ids, languages))
  return product
}

function isKnown(value: unknown, ids: ReadonlyMap<string, number>): boolean {
  if (value instanceof Ref) return ids.has(value.key)
  return typeof value !== 'object' || value === null || Object.values(value).every((item) => isKnown(item, ids))
}

function resolveTexts(fields: Fields, ids: ReadonlyMap<string, number>, languages: readonly string[]): Record<string, unknown> {
  const resolved: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(spread(fields, languages))) resolved[name] = resolve(value, ids)
  return resolved
}
