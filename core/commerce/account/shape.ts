// Reply schemas of accounts.
import { withName, nullable, object, text } from '../../model/verb/shape.js'
import { recordShape } from '../../shop/shape.js'

export const profileShape = withName(
  'Profile',
  object({
    email: text(),
    first_name: text(),
    last_name: text(),
    company: text(),
    vat_id: text(),
    phone: text(),
    language: nullable(text()),
  }),
)

export const sessionShape = withName(
  'Session',
  object({
    session: text('Send it in the header X-Svc-Shopper from now on.'),
    expires: text('ISO 8601.'),
    account: profileShape,
    cart: nullable(text(), "The cart that now contains the guest's positions. null if there were none."),
  }),
)

export const addressShape = withName(
  'Address',
  recordShape(
    'The fields of the entity without the owner. `of_party` is true for an address of the business partner, which only the shop can change.',
  ),
)
