// Creates many complete checkouts fast, as copies of rows under new tokens.
import { randomBytes } from 'node:crypto'
import type { App } from '../../../../core/app.js'
import type { CheckoutReply } from '../../../../core/commerce/checkout/define.js'
import type { SqlParameter } from '../../../../core/storage/database/dialect.js'
import { insertAllRows } from '../../../../core/storage/migration/migration-steps.js'

type Fields = Readonly<Record<string, SqlParameter>>

const createToken = (): string => randomBytes(24).toString('base64url')

/** Copies a checkout with one position `count` times and returns the tokens. */
export async function copyCheckout(app: App, { checkout, cart }: CheckoutReply, count: number): Promise<readonly string[]> {
  const { database } = app.context
  const only = async (table: string, column: string, value: SqlParameter): Promise<Fields & { readonly id: number }> => {
    const [row] = await database.query(`SELECT * FROM ${table} WHERE ${column} = ?`, [value])
    // Columns are texts, numbers and null, so rows that were read can be written.
    return row as Fields & { readonly id: number }
  }
  const last = async (table: string): Promise<number> =>
    Number((await database.query<{ last: number }>(`SELECT MAX(id) AS last FROM ${table}`))[0]!.last)
  const ofCart = await only('svc_cart', 'token', cart)
  const position = await only('svc_cart_position', 'cart_id', ofCart.id)
  const configuration = await only('svc_configuration', 'id', position['configuration_id']!)
  const order = await only('svc_sales_order', 'token', checkout)
  const address = await only('svc_order_address', 'sales_order_id', order.id)
  const ids = {
    cart: await last('svc_cart'),
    configuration: await last('svc_configuration'),
    order: await last('svc_sales_order'),
  }
  const { id: _position, ...ofPosition } = position
  const { id: _address, ...ofAddress } = address
  const copies = Array.from({ length: count }, (_, index) => ({ number: index + 1, token: createToken() }))
  await app.shop.createContext({}).transact(async ({ unit }) => {
    const store = (table: string, make: (copy: (typeof copies)[number]) => Fields): Promise<void> =>
      insertAllRows(unit, table, copies.map(make))
    await store('svc_cart', ({ number }) => ({ ...ofCart, id: ids.cart + number, token: createToken() }))
    await store('svc_configuration', ({ number }) => ({ ...configuration, id: ids.configuration + number, token: createToken() }))
    await store('svc_cart_position', ({ number }) => ({
      ...ofPosition,
      cart_id: ids.cart + number,
      configuration_id: ids.configuration + number,
    }))
    await store('svc_sales_order', ({ number, token }) => ({
      ...order,
      id: ids.order + number,
      token,
      cart_id: ids.cart + number,
    }))
    await store('svc_order_address', ({ number }) => ({ ...ofAddress, sales_order_id: ids.order + number }))
  })
  return copies.map(({ token }) => token)
}
