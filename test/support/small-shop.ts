// A small test shop, written through the write pipeline: the seeded tax class, products, pages, questions, answers.
import type { Records } from '../../core/storage/records.js'

type Fields = Readonly<Record<string, unknown>>

/** The same text in both languages, for texts that do not matter to a test. */
export function inBothLanguages(field: string, text: string): Fields {
  return { [`${field}_en_GB`]: text, [`${field}_de_DE`]: text }
}

async function createRecord(records: Records, entity: string, fields: Fields): Promise<number> {
  return (await records.write(entity, fields)).id
}

export async function readFirstId(records: Records, entity: string): Promise<number> {
  const { records: rows } = await records.list(entity, { limit: 1 })
  return rows[0]!.id
}

export async function createProduct(records: Records, title = 'Blind', fields: Fields = {}): Promise<number> {
  const tax_class_id = await readFirstId(records, 'tax-class')
  return createRecord(records, 'product', { ...inBothLanguages('title', title), tax_class_id, ...fields })
}

export function createPage(records: Records, product_id: number, fields: Fields = {}): Promise<number> {
  return createRecord(records, 'page', { product_id, ...inBothLanguages('title', 'Page'), ...fields })
}

export function createQuestion(records: Records, page_id: number, question_type: string, fields: Fields = {}): Promise<number> {
  return createRecord(records, 'question', { page_id, question_type, ...inBothLanguages('title', question_type), ...fields })
}

export function createAnswer(records: Records, question_id: number, title: string, fields: Fields = {}): Promise<number> {
  return createRecord(records, 'answer', { question_id, ...inBothLanguages('title', title), ...fields })
}

export function createCalculation(records: Records, product_id: number, name: string): Promise<number> {
  return createRecord(records, 'calculation', { product_id, name })
}

export interface SmallProduct {
  readonly product: number
  readonly page: number
  /** A number question. */
  readonly width: number
  /** A question with the answers red and blue. */
  readonly colour: number
  readonly red: number
  readonly blue: number
}

/** One page with a number question and a question with two answers. */
export async function createSmallProduct(records: Records, title?: string): Promise<SmallProduct> {
  const product = await createProduct(records, title)
  const page = await createPage(records, product)
  const width = await createQuestion(records, page, 'Textbox', { input_restriction: 'decimal' })
  const colour = await createQuestion(records, page, 'Dropdown')
  const red = await createAnswer(records, colour, 'Red')
  const blue = await createAnswer(records, colour, 'Blue')
  return { product, page, width, colour, red, blue }
}
