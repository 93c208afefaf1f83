// Loads the existing product of a sheet before the transaction, so that writers do not wait while thousands of parts are read.
import { NotFoundError } from '../../foundation/errors.js'
import type { Topic } from '../../storage/database/versions.js'
import { momentOf, storeTopic } from '../../storage/record/moment.js'
import type { InUnit, Work } from '../../storage/work.js'
import type { ApplyOptions } from './define.js'
import { type HeldPart, heldProduct, productWithKey } from './held.js'
import type { SaidSheet } from './read.js'
import { isSameJson } from '../../foundation/json-equality.js'

export interface StandingProduct {
  readonly id: number
  readonly held: HeldPart
  /** Versions of product and store when reading began; the loaded product is valid while they are unchanged. */
  readonly versions: readonly (number | undefined)[]
}

/** Null for a new product. NOT_FOUND for an unknown product id. */
async function productOf(work: Work, sheet: SaidSheet, { productId }: ApplyOptions): Promise<number | null> {
  if (productId === undefined) return productWithKey(work, sheet.root.key, sheet.language)
  if (!(await work.read('product', productId))) throw new NotFoundError(`There is no product ${productId}.`)
  return productId
}

async function versionsOf({ context, unit }: Work, id: number): Promise<StandingProduct['versions']> {
  const topic: Topic = `product:${id}`
  const { versions } = await momentOf(context, unit ?? undefined, [topic])
  return [versions.get(topic), versions.get(storeTopic)]
}

/** Null if the sheet creates a product. */
export async function standingProduct(given: Work, sheet: SaidSheet, options: ApplyOptions): Promise<StandingProduct | null> {
  const work = await given.at()
  const id = await productOf(work, sheet, options)
  if (id === null) return null
  const versions = await versionsOf(work, id)
  return { id, versions, held: await heldProduct(work, id, sheet.language) }
}

/** Inside the unit of work: returns the loaded product if it is unchanged, else loads it again. */
export async function heldNow(
  work: Work & InUnit,
  sheet: SaidSheet,
  options: ApplyOptions,
  before: StandingProduct | null,
): Promise<HeldPart | null> {
  const id = await productOf(work, sheet, options)
  if (id === null) return null
  const isSo = before?.id === id && isSameJson(await versionsOf(work, id), before.versions)
  return isSo ? before.held : heldProduct(work, id, sheet.language)
}
