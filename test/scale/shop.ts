// The shop of the scale test: its product, the parts of its price, and the token of its authors.
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
  /** The surcharges of the shoppers' answers for one piece, without the base price. */
  readonly answers: number
  readonly taxClass: number
  /** The token of authors and assistants, with all scopes. */
  readonly token: string
}

/** The shop without an HTTP server, with the customization for this version. */
export function scaleComposition(database: string): Composition {
  return { ...createComposition(database), customizations: [shelves[getCoreVersion()]!] }
}

/** Creates the tables and the product on sale. */
export async function openShop(database: string): Promise<ScaleShop> {
  const config = scaleComposition(database)
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  try {
    const wares = await createPurchasableShop(app)
    const { record } = await app.records.read('product', wares.product)
    const started = { product_id: wares.product, selections: wares.selections }
    const { configuration } = (await app.shop.serve('start-configuration', started, {})) as ConfigurationReply
    const { cart } = (await app.shop.serve('create-cart', {}, {})) as CartReply
    const filled = (await app.shop.serve('add-position', { token: cart, configuration, quantity: 1 }, {})) as CartReply
    const { token } = await app.access.tokens.mint({ name: 'scale', presets: ['everything'] })
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
