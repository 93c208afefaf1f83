// The shop of the scale test: what is sold in it, what its price is made of, and who may change it.
import { createComposition, createPurchasableShop, type PurchasableProduct } from '../../bench/support/purchase.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import { boot } from '../../core/boot/boot.js'
import type { Composition } from '../../core/contract.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { getCoreVersion } from '../../core/foundation/version.js'
import { shelves } from './shelves.js'

export interface ScaleShop {
  readonly wares: PurchasableProduct
  /** What the shoppers' answers cost of one piece, beside the product's own price. */
  readonly answers: number
  readonly taxClass: number
  /** For authors and assistants: it may do everything. */
  readonly token: string
}

/** The shop without its server, with the customization that belongs to this version. */
export function scaleComposition(database: string): Composition {
  return { ...createComposition(database), customizations: [shelves[getCoreVersion()]!] }
}

/** Makes the tables and what is sold. */
export async function openShop(database: string): Promise<ScaleShop> {
  const config = scaleComposition(database)
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  try {
    const wares = await createPurchasableShop(app)
    const { record } = await app.read('product', wares.product)
    const started = { product_id: wares.product, selections: wares.selections }
    const { configuration } = (await app.serve('start-configuration', started, {})) as ConfigurationReply
    const { cart } = (await app.serve('create-cart', {}, {})) as CartReply
    const filled = (await app.serve('add-position', { token: cart, configuration, quantity: 1 }, {})) as CartReply
    const { token } = await app.tokens.mint({ name: 'scale', presets: ['everything'] })
    return {
      wares,
      answers: filled.positions[0]!.unit!.net - Number(record['baseprice']),
      taxClass: Number(record['tax_class_id']),
      token,
    }
  } finally {
    await app.stop()
  }
}
