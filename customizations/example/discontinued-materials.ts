// Health check `discontinued-materials`: finds products on sale whose material is no longer available.
import { defineHealthCheck, createWarning, createSuccess } from 'product-configurator-service'

export const discontinuedMaterials = defineHealthCheck({
  name: 'discontinued-materials',
  description: 'Products on sale whose material is no longer to be had.',
  async run({ app }) {
    const dateFilters = new Map([['available_until_to', new Date(app.context.clock.now()).toISOString()]])
    const { records: materials } = await app.records.list('material', { unbounded: true, filters: dateFilters })
    const titles: string[] = []
    for (const { id, title } of materials) {
      const filters = new Map<string, unknown>([['material_id', id]])
      const { records: products } = await app.records.list('product', { unbounded: true, filters })
      if (products.some(({ published }) => published === true)) titles.push(String(title))
    }
    if (titles.length === 0) return [createSuccess('No product on sale uses a discontinued material.')]
    return [
      createWarning(
        `Products on sale use discontinued materials: ${titles.join(', ')}.`,
        'Change their material, or unpublish them.',
      ),
    ]
  },
})
