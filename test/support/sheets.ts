// Creates a second product from the sheet of another, and maps the parts of both.
import type { App } from '../../core/app.js'
import { heldProduct, type HeldPart, partsOf } from '../../core/transfer/sheet/held.js'
import type { SheetReport } from '../../core/transfer/sheet/report.js'
import { sheetText } from '../../core/transfer/sheet/write.js'
import type { TestApp } from './app.js'

export interface SheetTwin {
  readonly id: number
  readonly text: string
  /** The id of the second product's part that corresponds to the original's. */
  idOf(entity: string, id: number): number
}

export type Applied = SheetReport & { readonly findings?: readonly object[]; readonly affected?: object }

export async function applied(app: Pick<App, 'act'>, sheet: string, more: object = {}): Promise<Applied> {
  return (await app.act('apply-product-sheet', { sheet, ...more })) as Applied
}

/** The same sheet with another key and other URL paths. */
export function renamed(text: string, key: string): string {
  return text.replace(/^product: .*$/m, `product: ${key}`).replace(/^label: .*$/m, `label: ${key}`)
}

export async function sheetTwin(app: App & Pick<TestApp, 'visit'>, id: number): Promise<SheetTwin> {
  const work = await app.visit({}).at()
  const text = renamed(await sheetText(work, id), `twin-of-${id}`)
  const { product_id: twin } = await applied(app, text)
  const [originals, others] = await Promise.all([heldProduct(work, id), heldProduct(work, twin)])
  const [a, b] = [[...partsOf(originals)], [...partsOf(others)]]
  const place = ({ entity, record }: HeldPart): string => `${entity.name} ${record.id}`
  const ids = new Map(a.map((part, index) => [place(part), b[index]!.record.id]))
  return {
    id: twin,
    text,
    idOf(entity, one) {
      const found = ids.get(`${entity} ${one}`)
      if (found === undefined) throw new Error(`The product has no ${entity} ${one}.`)
      return found
    },
  }
}
