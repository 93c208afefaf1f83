// What the blocks of a cart ask of the element that they stand in.
import type { CartChange, CartReply, PositionReply } from '#core/commerce/cart/define.js'
import type { QuoteRequest } from './quote-request.js'
import type { ShopElement } from './shop-element.js'

export interface CartHost extends ShopElement {
  readonly cart: CartReply | null
  readonly quoting: QuoteRequest
  /** The note of the whole cart, as it is typed. */
  readonly note: string
  /** As it was entered, confirmed or not. */
  quantityOf(position: PositionReply): number
  /** What stands in the field, where that was not entered yet. */
  typedQuantity(id: number): string | undefined
  refusalOf(id: number): string | undefined
  noteOf(position: PositionReply): string
  typeQuantity(id: number, text: string): void
  typeNote(id: number, text: string): void
  typeCartNote(text: string): void
  enterQuantity(position: PositionReply): Promise<void>
  order(position: PositionReply, quantity: number): Promise<void>
  enterNote(position: PositionReply): Promise<void>
  enterCartNote(): Promise<void>
  copy(position: PositionReply): Promise<void>
  takeOut(position: PositionReply): Promise<void>
  change(change: CartChange): Promise<void>
}
