// Test fixture: a roller blind with two measures, a fabric, a price table and a rule.
import type { App } from '../../../core/app.js'
import { createCatalogAuthor } from '../../support/catalog-author.js'

export interface Blind {
  readonly product: number
  readonly page: number
  readonly width: number
  readonly drop: number
  readonly fabric: number
  readonly answers: readonly [plain: number, blackout: number]
  readonly table: number
}

export async function authorBlind(app: App, title = 'Roller blind'): Promise<Blind> {
  const author = createCatalogAuthor(app)
  const product = await author.product(title, { baseprice: 10 })
  const page = await author.page(product, 'Measures')
  const measure = {
    validate: true,
    input_restriction: 'integer',
    set_min_value: 'static',
    minval: 200,
    set_max_value: 'static',
    maxval: 2000,
  }
  const width = await author.question(page, 'Width', 'Textbox', { ...measure, required: true })
  const drop = await author.question(page, 'Drop', 'Textbox', { ...measure, required: true })
  const fabric = await author.question(page, 'Fabric', 'Radiobuttons')
  const plain = await author.answer(fabric, 'Plain')
  const blackout = await author.answer(fabric, 'Blackout', {
    price: 15,
    rules: { question: width, operator: '<=', value: 1500 },
  })
  const cells = [500, 1000, 2000].flatMap((row) =>
    [500, 1000, 2000].map((column) => ({ row, column, value: String(20 + (row + column) / 100) })),
  )
  const axes = { row_question_id: width, column_question_id: drop, lookup: 'nextHigher' }
  const table = await author.calculation(product, 'Price table', 'matrix', { ...axes, cells })
  await author.write('question', { calcmodel: table }, width)
  return { product, page, width, drop, fabric, answers: [plain, blackout], table }
}
