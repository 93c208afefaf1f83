// Scheduled task `withdraw-products`: unpublishes products whose material is no longer available.
import { defineTask } from 'product-configurator-service'

export const withdrawProducts = defineTask({
  name: 'withdraw-products',
  description: 'Unpublishes products whose material is no longer available.',
  every: 3600,
  async run({ context, records, signal }) {
    const { records: materials } = await records.list('material', { unbounded: true })
    for (const { id } of materials) {
      if (signal.aborted) return
      const until = (await records.read('material', id)).record['available_until']
      if (typeof until !== 'string' || Date.parse(until) > context.clock.now()) continue
      const { records: products } = await records.list('product', { unbounded: true, filters: new Map([['material_id', id]]) })
      for (const product of products) {
        if (product['published'] === true) await records.write('product', { published: false }, { id: product.id })
      }
    }
  },
})
