// Reads the products of a WooCommerce export: a line for a product, one for each of its variations, which name their parent.
import { spell } from '../../../ground/spell.js'
import type { Grid, GridRow } from '../grid/define.js'
import type { ModelFindings } from '../findings.js'
import { Columns } from './columns.js'
import { type ShopProduct, type ShopVariant, shopLimits } from './define.js'

export const isWooCommerce = (head: string): boolean =>
  /regular price/i.test(head) && /\btype\b/i.test(head) && /\bsku\b/i.test(head)

/** `Red, Light\, grey` in its values. */
function listed(text: string): readonly string[] {
  const values = text
    .replaceAll('\\,', '\u{0}')
    .split(',')
    .map((value) => value.replaceAll('\u{0}', ',').trim())
  return [...new Set(values.filter((value) => value !== ''))]
}

class Shop {
  constructor(
    private readonly columns: Columns,
    private readonly findings: ModelFindings,
  ) {}

  /** Values by the names of the attributes. */
  private attributes(row: GridRow): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (let at = 1; at <= shopLimits.options * 3; at++) {
      const name = this.columns.text(row, `attribute ${at} name`)
      if (name !== '') found.set(name, this.columns.text(row, `attribute ${at} value s`, `attribute ${at} value`))
    }
    return found
  }

  private variant(row: GridRow, values: readonly (string | null)[]): ShopVariant {
    const [regular, sale] = [this.columns.said(row, 'regular price'), this.columns.said(row, 'sale price')]
    const isReduced = sale.text !== ''
    return {
      values,
      price: isReduced ? sale : regular,
      wasPrice: isReduced ? regular : { ...regular, text: '', fault: null },
      sku: this.columns.text(row, 'sku'),
      line: row.number,
    }
  }

  product(row: GridRow, variations: readonly GridRow[]): ShopProduct {
    const { columns, findings } = this
    const own = this.attributes(row)
    const each = variations.map((one) => this.attributes(one))
    const varied = [...own.keys()].filter((name) => each.some((attributes) => attributes.has(name)))
    const fixed = [...own.keys()].filter((name) => !varied.includes(name))
    const title = columns.text(row, 'name')
    if (fixed.length > 0 && variations.length > 0)
      findings.notice(
        'attribute-left-out',
        `Attributes of '${spell(title)}' that make no variations are left out: ${fixed.map((one) => spell(one)).join(', ')}.`,
        row.number,
      )
    const options = varied.map((name) => {
      const values = [...listed(own.get(name)!)]
      for (const attributes of each)
        for (const value of [attributes.get(name) ?? '']) if (value !== '' && !values.includes(value)) values.push(value)
      return { title: name, values }
    })
    const variants =
      variations.length === 0
        ? [this.variant(row, [])]
        : variations.map((one, index) =>
            this.variant(
              one,
              varied.map((name) => each[index]!.get(name) || null),
            ),
          )
    return {
      handle: columns.text(row, 'sku') || columns.text(row, 'id') || title,
      title,
      description: columns.text(row, 'description') || columns.text(row, 'short description'),
      sku: columns.text(row, 'sku'),
      isPublished: columns.text(row, 'published') !== '0' && columns.text(row, 'published') !== '-1',
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
      else if (parent === '') findings.blocker('no-parent', 'The variation names no parent.', row.number)
      else {
        const rows = below.get(parent) ?? []
        below.set(parent, rows)
        rows.push(row)
      }
    }
    const products = tops.map((row) => {
      const names = [`id:${columns.text(row, 'id')}`, columns.text(row, 'sku')].filter((name) => name !== '' && name !== 'id:')
      const rows = names.flatMap((name) => {
        const found = below.get(name) ?? []
        below.delete(name)
        return found
      })
      return this.product(row, rows)
    })
    for (const [parent, [first]] of below)
      findings.blocker('no-parent', `The variation names the parent '${spell(parent)}', which is not in the file.`, first!.number)
    columns.tellOthers(findings)
    return products
  }
}

export function readWooCommerce(grid: Grid, findings: ModelFindings): readonly ShopProduct[] {
  return new Shop(new Columns(grid), findings).read()
}
