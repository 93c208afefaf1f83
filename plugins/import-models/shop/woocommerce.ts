// Parses the products of a WooCommerce export: one line per product and per variation; variations name their parent.
import { createMessage, type FileFindings, formatValue, type Message } from 'product-configurator-service'
import type { Grid, GridRow } from '../workbook/grid.js'
import { ShopColumns, type ShopProduct, type ShopRemark, type ShopVariant, shopLimits } from './define.js'

export const isWooCommerce = (head: string): boolean =>
  /regular price/i.test(head) && /\btype\b/i.test(head) && /\bsku\b/i.test(head)

/** Splits `Red, Light\, grey` into its values. */
function splitValues(text: string): readonly string[] {
  const values = text
    .replaceAll('\\,', '\u{0}')
    .split(',')
    .map((value) => value.replaceAll('\u{0}', ',').trim())
  return [...new Set(values.filter((value) => value !== ''))]
}

/** Parses the day of `2026-03-01`, `2026/03/01` or `2026-03-01 10:00:00`; null for anything else. */
function parseDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})[-/](\d{2})[-/](\d{2})(?:[ T].{0,20})?$/.exec(text.trim()) ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

/** Messages format a date in the time zone of the process. */
function toMessageDate(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** Product types that can be sold here. Extensions add types of their own. */
const sellableTypes: ReadonlySet<string> = new Set(['simple', 'variable', 'variation'])
const typeMarks: ReadonlySet<string> = new Set(['virtual', 'downloadable'])

interface ProductType {
  readonly name: string
  readonly marks: readonly string[]
}

/** Parses a type such as `simple, virtual`. */
function parseProductType(text: string): ProductType {
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  return { name: words.find((word) => !typeMarks.has(word)) ?? 'simple', marks: words.filter((word) => typeMarks.has(word)) }
}

class WooCommerceReader {
  private readonly weightColumn: string | null

  constructor(
    private readonly columns: ShopColumns,
    private readonly findings: FileFindings,
    private readonly today: string,
  ) {
    this.weightColumn = columns.find(/^weight\b/)
  }

  /** Attribute values by attribute name. */
  private attributes(row: GridRow): ReadonlyMap<string, string> {
    const attributesByName = new Map<string, string>()
    for (let at = 1; at <= shopLimits.options * 3; at++) {
      const name = this.columns.text(row, `attribute ${at} name`)
      if (name !== '') attributesByName.set(name, this.columns.text(row, `attribute ${at} value s`, `attribute ${at} value`))
    }
    return attributesByName
  }

  /** The state of `Published`: 1 is public, 0 private, -1 a draft. */
  private unpublishedReason(row: GridRow): Message | null {
    const state = this.columns.text(row, 'published').toLowerCase()
    if (state === '-1') return createMessage('models.draft')
    if (state === '0' || state === 'false' || state === 'no') return createMessage('models.private')
    return null
  }

  private unsoldReason(row: GridRow): Message | null {
    const { columns } = this
    const unpublished = this.unpublishedReason(row)
    if (unpublished !== null) return unpublished
    const state = columns.text(row, 'in stock').toLowerCase()
    if (state !== '') return state === '0' || state === 'false' || state === 'no' ? createMessage('models.outOfStock') : null
    const stock = columns.text(row, 'stock')
    const hasBackorders = !['', '0', 'no', 'false'].includes(columns.text(row, 'backorders allowed').toLowerCase())
    return stock !== '' && Number(stock) <= 0 && !hasBackorders ? createMessage('models.outOfStock') : null
  }

  /** True if the sale price is valid today; reports its dates. */
  private isOnSale(row: GridRow, name: string, remarks: ShopRemark[]): boolean {
    const { columns, today } = this
    const starts = columns.text(row, 'date sale price starts')
    const ends = columns.text(row, 'date sale price ends')
    const [first, last] = [parseDay(starts), parseDay(ends)]
    const product = formatValue(name)
    const remark = (kind: string, message: Message): void => {
      remarks.push({ grade: 'warning', kind, message, line: row.number })
    }
    const unreadable = [starts, ends].find((text) => text !== '' && parseDay(text) === null)
    if (unreadable !== undefined)
      remark('sale-date', createMessage('models.saleDateInvalid', { product, date: formatValue(unreadable) }))
    else if (first !== null && first > today)
      remark('sale-later', createMessage('models.saleLater', { product, date: toMessageDate(first) }))
    else if (last !== null && last < today)
      remark('sale-over', createMessage('models.saleOver', { product, date: toMessageDate(last) }))
    else {
      if (last !== null) remark('sale-ends', createMessage('models.saleEnds', { product, date: toMessageDate(last) }))
      return true
    }
    return false
  }

  private variant(
    row: GridRow,
    values: readonly (string | null)[],
    parent: { readonly row: GridRow; readonly title: string; readonly remarks: ShopRemark[] },
  ): ShopVariant {
    const { columns } = this
    const [regular, sale] = [columns.getCell(row, 'regular price'), columns.getCell(row, 'sale price')]
    const name = columns.text(row, 'name') || values.filter((value) => value !== null).join(', ') || parent.title
    const isSale = sale.text !== '' && regular.text !== '' && this.isOnSale(row, name, parent.remarks)
    const none = { ...regular, text: '', fault: null }
    const type = parseProductType(columns.text(row, 'type'))
    // A variation without a weight inherits its parent's weight.
    const weights = [row, parent.row].map((weightRow) =>
      this.weightColumn === null ? none : columns.getCell(weightRow, this.weightColumn),
    )
    return {
      values,
      price: isSale ? sale : regular,
      wasPrice: isSale ? regular : none,
      isSale,
      weight: type.marks.includes('virtual') ? none : (weights.find(({ text }) => text !== '') ?? none),
      sku: columns.text(row, 'sku'),
      unsold: this.unsoldReason(row) ?? (regular.text === '' ? createMessage('models.withoutPrice') : null),
      line: row.number,
    }
  }

  /** Findings about type, visibility, tax and marks of a product that the sheet cannot express. */
  private remarksOn(row: GridRow, variations: readonly GridRow[], title: string): ShopRemark[] {
    const { columns } = this
    const remarks: ShopRemark[] = []
    const product = formatValue(title)
    const warn = (kind: string, message: Message): void => {
      remarks.push({ grade: 'warning', kind, message, line: row.number })
    }
    const { name } = parseProductType(columns.text(row, 'type'))
    const address = columns.text(row, 'external url')
    if (name === 'external')
      warn(
        'external',
        address === ''
          ? createMessage('models.soldElsewhere', { product })
          : createMessage('models.soldAt', { product, url: formatValue(address) }),
      )
    else if (name === 'grouped')
      remarks.push({
        grade: 'blocker',
        kind: 'grouped',
        line: row.number,
        message: createMessage('models.groupedProduct', { product }),
      })
    else if (!sellableTypes.has(name)) warn('type', createMessage('models.typeUnsupported', { product, type: formatValue(name) }))
    const rows = variations.length > 0 ? variations : [row]
    for (const mark of typeMarks) {
      const matchingRows = [row, ...rows].filter((candidate) =>
        parseProductType(columns.text(candidate, 'type')).marks.includes(mark),
      )
      if (matchingRows.length > 0)
        warn(
          mark,
          mark === 'virtual'
            ? createMessage('models.virtualProduct', { product })
            : createMessage('models.downloadableProduct', { product }),
        )
    }
    const visibility = columns.text(row, 'visibility in catalog').toLowerCase()
    if (visibility !== '' && visibility !== 'visible')
      warn('visibility', createMessage('models.visibility', { product, visibility: formatValue(visibility) }))
    const [status, taxClass] = [columns.text(row, 'tax status'), columns.text(row, 'tax class')]
    if (status !== '' && status !== 'taxable')
      warn('tax', createMessage('models.taxStatus', { product, status: formatValue(status) }))
    if (taxClass !== '' && taxClass !== 'parent')
      warn('tax', createMessage('models.taxClass', { product, name: formatValue(taxClass) }))
    return remarks
  }

  /** External products, and types with their own sales rules, cannot be bought here. */
  private unpublishedProduct(row: GridRow): Message | null {
    const { name } = parseProductType(this.columns.text(row, 'type'))
    if (name === 'external') return createMessage('models.externalProduct')
    return sellableTypes.has(name) ? this.unpublishedReason(row) : createMessage('models.ofType', { type: formatValue(name) })
  }

  product(row: GridRow, variations: readonly GridRow[]): ShopProduct {
    const { columns } = this
    const own = this.attributes(row)
    const each = variations.map((variation) => this.attributes(variation))
    const varied = [...own.keys()].filter((name) => each.some((attributes) => attributes.has(name)))
    const fixed = [...own.keys()].filter((name) => !varied.includes(name))
    const title = columns.text(row, 'name')
    const remarks = this.remarksOn(row, variations, title)
    if (fixed.length > 0 && variations.length > 0)
      remarks.push({
        grade: 'notice',
        kind: 'attribute-left-out',
        line: row.number,
        message: createMessage('models.attributesSkipped', {
          product: formatValue(title),
          names: fixed.map((attributeName) => formatValue(attributeName)),
        }),
      })
    const options = varied.map((name) => {
      const values = [...splitValues(own.get(name)!)]
      for (const attributes of each)
        for (const value of [attributes.get(name) ?? '']) if (value !== '' && !values.includes(value)) values.push(value)
      return { title: name, values }
    })
    const parent = { row, title, remarks }
    const variants =
      variations.length === 0
        ? [this.variant(row, [], parent)]
        : variations.map((variation, index) =>
            this.variant(
              variation,
              varied.map((name) => each[index]!.get(name) || null),
              parent,
            ),
          )
    return {
      handle: columns.text(row, 'sku') || columns.text(row, 'id') || title,
      title,
      description: columns.text(row, 'description') || columns.text(row, 'short description'),
      sku: columns.text(row, 'sku'),
      unpublished: this.unpublishedProduct(row),
      weightUnit: this.weightColumn?.replace(/^weight ?/, '') ?? '',
      remarks,
      options,
      variants,
      line: row.number,
    }
  }

  read(): readonly ShopProduct[] {
    const { columns, findings } = this
    const below = new Map<string, GridRow[]>()
    const tops: GridRow[] = []
    for (const row of columns.body) {
      const type = columns.text(row, 'type').toLowerCase()
      const parent = columns.text(row, 'parent')
      if (!/\bvariation\b/.test(type)) tops.push(row)
      else if (parent === '') findings.blocker('no-parent', createMessage('models.parentMissing'), row.number)
      else {
        const rows = below.get(parent) ?? []
        below.set(parent, rows)
        rows.push(row)
      }
    }
    const products = tops.map((row) => {
      const names = [`id:${columns.text(row, 'id')}`, columns.text(row, 'sku')].filter((name) => name !== '' && name !== 'id:')
      const rows = names.flatMap((name) => {
        const childRows = below.get(name) ?? []
        below.delete(name)
        return childRows
      })
      return this.product(row, rows)
    })
    for (const [parent, [first]] of below)
      findings.blocker('no-parent', createMessage('models.parentUnknown', { name: formatValue(parent) }), first!.number)
    columns.reportUnusedColumns(findings)
    return products
  }
}

/** WooCommerce writes an apostrophe before a text that a spreadsheet would run as a formula, also before the -1 of a draft. */
function removeFormulaMarks(grid: Grid): Grid {
  const rows = grid.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => (/^'[=+\-@]/.test(cell.text) ? { ...cell, text: cell.text.slice(1) } : cell)),
  }))
  return { ...grid, rows }
}

export function readWooCommerce(grid: Grid, findings: FileFindings, today: string): readonly ShopProduct[] {
  return new WooCommerceReader(new ShopColumns(removeFormulaMarks(grid)), findings, today).read()
}
