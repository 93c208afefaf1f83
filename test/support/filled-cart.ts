// Creates carts with finished lamps through the verbs of the shop.
import type { App } from '../../core/app.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { ShopperRequest } from '../../core/commerce/shopper-context.js'
import type { Lamp } from '../plugins/runtime/lamp.js'

export interface CartItem {
  readonly quantity?: number
  /** Further selections besides the height: question and value. */
  readonly selections?: readonly { readonly question_id: number; readonly value: string }[]
  readonly note?: string
}

/** Configures a lamp completely and returns its token. */
export async function configureLamp(app: App, lamp: Lamp, item: CartItem = {}, caller: ShopperRequest = {}): Promise<string> {
  const selections = [{ question_id: lamp.height, value: '20' }, ...(item.selections ?? [])]
  const started = (await app.shop.serve(
    'start-configuration',
    { product_id: lamp.product, selections },
    caller,
  )) as ConfigurationReply
  return started.configuration
}

/** A new cart with one position for each item. */
export async function createFilledCart(
  app: App,
  lamp: Lamp,
  items: readonly CartItem[] = [{}],
  caller: ShopperRequest = {},
  input: { readonly currency?: string } = {},
): Promise<CartReply> {
  let cart = (await app.shop.serve('create-cart', { ...input }, caller)) as CartReply
  for (const item of items) {
    const configuration = await configureLamp(app, lamp, item, caller)
    const { quantity = 1, note } = item
    const position = { token: cart.cart, configuration, quantity, ...(note !== undefined && { note }) }
    cart = (await app.shop.serve('add-position', position, caller)) as CartReply
  }
  return cart
}

export interface UploadedTestFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * A new cart with a finished lamp that has an uploaded file.
 * @param question a question of the lamp that accepts files
 */
export async function createCartWithFile(
  app: App,
  lamp: Lamp,
  question: number,
  { name, bytes: content }: UploadedTestFile,
  caller: ShopperRequest = {},
): Promise<CartReply> {
  const configuration = await configureLamp(app, lamp, {}, caller)
  const uploaded = { token: configuration, question_id: question, name }
  const { id: value } = (await app.shop.serve('upload-file', uploaded, { ...caller, content })) as { readonly id: string }
  await app.shop.serve('change-configuration', { token: configuration, selections: [{ question_id: question, value }] }, caller)
  const { cart } = (await app.shop.serve('create-cart', {}, caller)) as CartReply
  return app.shop.serve('add-position', { token: cart, configuration }, caller) as Promise<CartReply>
}
