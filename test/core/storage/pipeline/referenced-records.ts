// Creates at least one record of every referenced entity, for tests that write random records.
import type { Records } from '../../../../core/storage/records.js'
import type { RecordIds } from './arbitrary-records.js'
import { createCalculation, createSmallProduct, readFirstId, inBothLanguages } from '../../../support/small-shop.js'

type Fields = Readonly<Record<string, unknown>>

/** Writes the records and returns their ids by entity. Questions and calculations belong to one product. */
export async function createReferencedRecords(records: Records): Promise<RecordIds> {
  const seeded = [
    'tax-class',
    'country',
    'customer-group',
    'salutation',
    'zone',
    'shipper',
    'shipping-method',
    'payment-method',
    'currency',
  ]
  const ids: Record<string, number[]> = {}
  for (const entity of seeded) ids[entity] = [await readFirstId(records, entity)]
  const write = async (entity: string, fields: Fields): Promise<number> => {
    const { id } = await records.write(entity, fields, { internal: true })
    ids[entity] = [id]
    return id
  }
  const product = await createSmallProduct(records)
  ids.product = [product.product]
  ids.page = [product.page]
  ids.question = [product.width]
  ids.answer = [product.red]
  ids.calculation = [await createCalculation(records, product.product, 'Empty')]
  await write('product-list', inBothLanguages('title', 'All'))
  const state_id = await write('state', { country_id: ids.country![0], name: 'State' })
  const county_id = await write('county', { state_id, name: 'County' })
  await write('city', { county_id, name: 'City' })
  await write('party', { name: 'Party' })
  await write('customer', { email: 'world@example.org', customer_group_id: ids['customer-group']![0] })
  await write('configuration', { token: 'world', product_id: product.product })
  await write('cart', { token: 'world' })
  await write('invoice', { sales_order_id: await write('sales-order', {}), number: 'I-1' })
  // The last order has no invoice, so that a random invoice can refer to it.
  const sales_order_id = await write('sales-order', {})
  await write('order-line', { sales_order_id })
  const quote_id = await write('quote', {})
  await write('quote-line', { quote_id })
  await write('payment', { sales_order_id })
  await write('chat-conversation', {})
  return ids
}
