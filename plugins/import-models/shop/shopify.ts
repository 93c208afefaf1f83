// Parses the products of a Shopify export: one line per variant, with the product's own texts in its first line.
import { createMessage, FileFault, type FileFindings, formatValue, type Message } from 'product-configurator-service'
import type { Grid, GridRow } from '../workbook/grid.js'
import { ShopColumns, type ShopProduct, type ShopRemark, type ShopVariant } from './define.js'

const optionNumbers = [1, 2, 3] as const

export const isShopify = (head: string): boolean => /option1 name/i.test(head) && /handle/i.test(head)

/** Stock counts only if Shopify tracks it and stops sales at zero. */
function findUnsoldReason(columns: ShopColumns, row: GridRow): Message | null {
  if (columns.text(row, 'variant inventory tracker', 'inventory tracker') === '') return null
  const stock = columns.text(row, 'variant inventory qty', 'inventory quantity')
  const policy = columns.text(row, 'variant inventory policy', 'continue selling when out of stock')
  const isOver = policy.toLowerCase() !== 'continue'
  return isOver && stock !== '' && Number(stock) <= 0 ? createMessage('models.outOfStock') : null
}

function findUnpublishedReason(columns: ShopColumns, row: GridRow): Message | null {
  const status = columns.text(row, 'status').toLowerCase()
  if (status === 'draft') return createMessage('models.draft')
  if (status === 'archived') return createMessage('models.archived')
  if (status === 'unlisted') return createMessage('models.unlisted')
  if (/^(false|0|no)$/i.test(columns.text(row, 'published', 'published on online store')))
    return createMessage('models.unpublished')
  return /^(true|1|yes)$/i.test(columns.text(row, 'gift card')) ? createMessage('models.giftCard') : null
}

function readProduct(columns: ShopColumns, handle: string, rows: readonly GridRow[]): ShopProduct {
  const [first] = rows as readonly [GridRow, ...GridRow[]]
  const options = optionNumbers.flatMap((at) => {
    const title = rows.map((row) => columns.text(row, `option${at} name`)).find((text) => text !== '') ?? ''
    return title === '' ? [] : [{ at, title, values: [] as string[] }]
  })
  const isPlain = options.length === 1 && options[0]!.title === 'Title'
  const variants: ShopVariant[] = []
  const remarks: ShopRemark[] = []
  for (const row of rows) {
    const price = columns.getCell(row, 'variant price', 'price')
    const values = options.map(({ at }) => columns.text(row, `option${at} value`))
    // A line with only a picture is not a variant.
    if (price.text === '' && values.every((value) => value === '')) continue
    for (const [index, value] of values.entries()) {
      const { title, values: optionValues } = options[index]!
      if (value === '')
        remarks.push({
          grade: 'blocker',
          kind: 'no-value',
          line: row.number,
          message: createMessage('models.valueMissing', { product: formatValue(handle), option: formatValue(title) }),
        })
      else if (!optionValues.includes(value)) optionValues.push(value)
    }
    variants.push({
      values: isPlain ? [] : values,
      price,
      wasPrice: columns.getCell(row, 'variant compare at price', 'compare at price'),
      isSale: false,
      weight: columns.getCell(row, 'variant grams', 'weight value grams'),
      unsold: findUnsoldReason(columns, row),
      sku: columns.text(row, 'variant sku', 'sku'),
      line: row.number,
    })
  }
  return {
    handle,
    title: columns.text(first, 'title') || handle,
    description: columns.text(first, 'body html', 'description'),
    sku: variants.length === 1 ? variants[0]!.sku : '',
    unpublished: findUnpublishedReason(columns, first),
    weightUnit: 'g',
    remarks,
    options: isPlain ? [] : options.map(({ title, values }) => ({ title, values })),
    variants,
    line: first.number,
  }
}

/** FileFault if the first line has no handle. */
export function readShopify(grid: Grid, findings: FileFindings): readonly ShopProduct[] {
  const columns = new ShopColumns(grid)
  const byHandle = new Map<string, GridRow[]>()
  let handle = ''
  for (const row of columns.body) {
    handle = columns.text(row, 'handle', 'url handle') || handle
    if (handle === '') throw new FileFault('no-handle', createMessage('models.handleMissing'), row.number)
    const rows = byHandle.get(handle) ?? []
    byHandle.set(handle, rows)
    rows.push(row)
  }
  const products = [...byHandle].map(([productHandle, rows]) => readProduct(columns, productHandle, rows))
  columns.reportUnusedColumns(findings)
  return products
}
