// The interface of the cart element for the blocks inside it.
import type { CartChange, PositionReply, shopperCalls } from '#core/surface.js'
import type { QuoteRequestForm } from './quote.js'
import type { ShopElement } from './shop-element.js'

export interface CartHost extends ShopElement {
  readonly cart: shopperCalls.CartReply | null
  readonly quoteRequest: QuoteRequestForm
  /** The unsaved note of the whole cart. */
  readonly note: string
  /** The entered quantity, saved or not. */
  quantityOf(position: PositionReply): number
  /** The text in the field; undefined if it was entered already. */
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
  removePosition(position: PositionReply): Promise<void>
  change(change: CartChange): Promise<void>
  openCheckout(event: MouseEvent): Promise<void>
}
