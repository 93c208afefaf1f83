// Reads what callers send about carts and their positions.
import type { NewCart, NewPosition, PositionChange } from '#core/commerce/cart/define.js'
import type { Fields } from '../http/mount.js'
import { Reader } from './input.js'

class CartReader extends Reader {
  constructor(
    private readonly sent: Fields,
    known: readonly string[],
    what: string,
  ) {
    super(sent, known, what)
  }

  /** A whole number, or undefined where none is sent; the service says which ones fit the product. */
  quantity(): number | undefined {
    const value = this.sent.quantity
    if (value === undefined || value === null || value === '') return undefined
    const number = typeof value === 'string' && /^[0-9]{1,15}$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isSafeInteger(number) && number > 0) return number
    this.refuse('quantity', "Field 'quantity' takes a whole number from 1.")
    return undefined
  }

  /** As sent; null and '' remove the note. */
  note(): string | undefined {
    return this.sent.note === undefined ? undefined : (this.text('note') ?? '')
  }
}

/** The body of POST carts. */
export function readNewCart(fields: Fields): NewCart {
  const reader = new CartReader(fields, ['currency'], 'carts')
  const currency = reader.text('currency')
  reader.done()
  return currency === undefined ? {} : { currency }
}

/** The body of POST carts/{token}/positions. */
export function readNewPosition(fields: Fields): NewPosition {
  const reader = new CartReader(fields, ['configuration', 'quantity', 'note'], 'positions of a cart')
  const configuration = reader.text('configuration')
  const quantity = reader.quantity()
  const note = reader.note()
  if (fields.configuration === undefined || fields.configuration === '' || fields.configuration === null) {
    reader.refuse('configuration', "Field 'configuration' is missing; it takes the token of a finished configuration.")
  }
  reader.done()
  return { configuration: configuration ?? '', ...(quantity !== undefined && { quantity }), ...(note !== undefined && { note }) }
}

/** The body of PATCH carts/{token}/positions/{id}. */
export function readPositionChange(fields: Fields): PositionChange {
  const reader = new CartReader(fields, ['quantity', 'note'], 'a position of a cart')
  const quantity = reader.quantity()
  const note = reader.note()
  reader.done()
  return { ...(quantity !== undefined && { quantity }), ...(note !== undefined && { note }) }
}
