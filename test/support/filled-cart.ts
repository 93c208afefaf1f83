// Creates carts with finished lamps through the verbs of the shop.
import type { App } from '../../core/app.js'
import type { CartReply } from '../../core/commerce/cart/define.js'
import type { ConfigurationReply } from '../../core/commerce/configuration/define.js'
import type { Visitor } from '../../core/commerce/visit.js'
import type { Lamp } from '../plugins/runtime/lamp.js'

export interface CartItem {
  readonly quantity?: number
  /** Further selections besides the height: question and value. */
  readonly selections?: readonly { readonly question_id: number; readonly value: string }[]
  readonly note?: string
}

/** Configures a lamp completely and returns its token. */
export async function configureLamp(app: App, lamp: Lamp, wanted: CartItem = {}, visitor: Visitor = {}): Promise<string> {
  const selections = [{ question_id: lamp.height, value: '20' }, ...(wanted.selections ?? [])]
  const started = (await app.serve(
    'start-configuration',
    { product_id: lamp.product, selections },
    visitor,
  )) as ConfigurationReply
  return started.configuration
}

/** A new cart with one position for each item. */
export async function createFilledCart(
  app: App,
  lamp: Lamp,
  wanted: readonly CartItem[] = [{}],
  visitor: Visitor = {},
  input: { readonly currency?: string } = {},
): Promise<CartReply> {
  let cart = (await app.serve('create-cart', { ...input }, visitor)) as CartReply
  for (const one of wanted) {
    const configuration = await configureLamp(app, lamp, one, visitor)
    const { quantity = 1, note } = one
    const position = { token: cart.cart, configuration, quantity, ...(note !== undefined && { note }) }
    cart = (await app.serve('add-position', position, visitor)) as CartReply
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
  visitor: Visitor = {},
): Promise<CartReply> {
  const configuration = await configureLamp(app, lamp, {}, visitor)
  const uploaded = { token: configuration, question_id: question, name }
  const { id: value } = (await app.serve('upload-file', uploaded, { ...visitor, content })) as { readonly id: string }
  await app.serve('change-configuration', { token: configuration, selections: [{ question_id: question, value }] }, visitor)
  const { cart } = (await app.serve('create-cart', {}, visitor)) as CartReply
  return app.serve('add-position', { token: cart, configuration }, visitor) as Promise<CartReply>
}
