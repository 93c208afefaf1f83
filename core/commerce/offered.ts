// Choices of what is offered: what is not is refused with what is, and never replaced silently (domain §5.1, 21).
import { ValidationError } from '../ground/errors.js'

interface Offer {
  readonly id: number
  readonly title: string
}

/** Offers that a sentence names at most. */
const named = 10

/**
 * The offer of the id.
 * @param field what the caller sends, e.g. `shipping_method_id`
 * @param what as the sentence calls it, e.g. 'way of delivery'
 * @throws ValidationError on the field, NOT_OFFERED, with the ids and titles of what is offered
 */
export function requireOffer<O extends Offer>(
  offers: readonly O[],
  id: number,
  { field, what }: Readonly<Record<'field' | 'what', string>>,
): O {
  const found = offers.find((offer) => offer.id === id)
  if (found) return found
  const accepted = offers.slice(0, named).map((offer) => `${offer.id} ('${offer.title}')`)
  const rest = offers.length > 0 ? `It takes ${accepted.join(', ')}${offers.length > named ? ', …' : ''}.` : 'None is.'
  throw ValidationError.of(field, `Field '${field}': ${what} ${id} is not offered for this order. ${rest}`, 'NOT_OFFERED')
}
