// The values of the placeholders that stand for whole blocks of a mail. Blocks replace them after the filled text has been sanitised.

export type MailBlockName = 'addresses' | 'button' | 'customer' | 'items' | 'payment' | 'shipment'

/** Private-use characters, by the owner of the placeholder. No text that a person types contains them. */
export const mailBlockMarkers = {
  order: { items: '\uE100', addresses: '\uE101', payment: '\uE102', button: '\uE103', customer: '\uE104' },
  quote: { items: '\uE110', addresses: '\uE111', payment: '\uE112', button: '\uE113', customer: '\uE114' },
  shipment: { shipment: '\uE120' },
} as const

/** The placeholders of the blocks of an order or a quote. */
export const createBlockValues = (owner: 'order' | 'quote') => ({
  items_block: mailBlockMarkers[owner].items as string,
  addresses_block: mailBlockMarkers[owner].addresses as string,
  payment_block: mailBlockMarkers[owner].payment as string,
  button: mailBlockMarkers[owner].button as string,
  customer_block: mailBlockMarkers[owner].customer as string,
})
