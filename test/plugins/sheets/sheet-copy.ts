// Creates a second product from the sheet of another, and maps the parts of both.
import type { App } from '../../../core/app.js'
import { walkParts, loadStoredProduct, type StoredPart } from '../../../plugins/sheets/sheet/stored-part.js'
import type { SheetReport } from '../../../plugins/sheets/sheet/report.js'
import { formatSheetText } from '../../../plugins/sheets/sheet/write.js'
import type { TestApp } from '../../support/test-app.js'

export interface SheetCopy {
  readonly id: number
  readonly text: string
  /** The id of the second product's part that corresponds to the original's. */
  idOf(entity: string, id: number): number
}

export type AppliedSheetReport = SheetReport & { readonly findings?: readonly object[]; readonly affected?: object }

export async function applySheetText(app: Pick<App, 'act'>, sheet: string, more: object = {}): Promise<AppliedSheetReport> {
  return (await app.act('apply-product-sheet', { sheet, ...more })) as AppliedSheetReport
}

/** The same sheet with another key and other URL paths. */
export function renameProduct(text: string, key: string): string {
  return text.replace(/^product: .*$/m, `product: ${key}`).replace(/^label: .*$/m, `label: ${key}`)
}

export async function copyBySheet(app: App & Pick<TestApp, 'shop'>, id: number): Promise<SheetCopy> {
  const work = await app.shop.createContext({}).at()
  const text = renameProduct(await formatSheetText(work, id), `twin-of-${id}`)
  const { product_id: copyId } = await applySheetText(app, text)
  const [originals, copied] = await Promise.all([loadStoredProduct(work, id), loadStoredProduct(work, copyId)])
  const [a, b] = [[...walkParts(originals)], [...walkParts(copied)]]
  const place = ({ entity, record }: StoredPart): string => `${entity.name} ${record.id}`
  const ids = new Map(a.map((part, index) => [place(part), b[index]!.record.id]))
  return {
    id: copyId,
    text,
    idOf(entity, recordId) {
      const targetId = ids.get(`${entity} ${recordId}`)
      if (targetId === undefined) throw new Error(`The product has no ${entity} ${recordId}.`)
      return targetId
    },
  }
}
