// Action `replace-material`: assigns all products of one material to another, in one transaction.
import { defineAction, join, ValidationError } from 'product-configurator-service'

export const replaceMaterial = defineAction({
  name: 'replace-material',
  description: 'Makes all products of one material products of another; use it where a material is no longer delivered.',
  input: { from: join('From', 'material', { required: true }), to: join('To', 'material', { required: true }) },
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  needs: { all: ['catalog:write'] },
  command: 'svc:material:replace',
  example: { from: 1, to: 2 },
  async run({ records, progress }, { from, to }): Promise<{ readonly changed: number }> {
    if (from === to) throw ValidationError.of('to', "Field 'to' takes another material than 'from'.")
    return records.unit(async (unit) => {
      await unit.read('material', to)
      const { records: products } = await unit.list('product', { unbounded: true, filters: new Map([['material_id', from]]) })
      for (const { id } of products) await unit.write('product', { material_id: to }, { id })
      progress(`Changed ${products.length} products.`)
      return { changed: products.length }
    })
  },
})
