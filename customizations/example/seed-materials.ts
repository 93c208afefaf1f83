// Command `svc:material:seed`: writes common workshop materials into a new shop.
import { defineCommand, getVersionedSnapshot } from 'product-configurator-service'

const usual = [
  { code: 'OAK', title: ['Oak', 'Eiche'], density: 710, surface: null },
  { code: 'STEEL', title: ['Powder-coated steel', 'Pulverbeschichteter Stahl'], density: 7850, surface: '9016' },
  { code: 'ALU', title: ['Anodised aluminium', 'Eloxiertes Aluminium'], density: 2700, surface: '9006' },
] as const

export const seedMaterials = defineCommand({
  name: 'svc:material:seed',
  description: 'Writes the usual materials; those whose code exists already are left alone.',
  examples: ['svc:material:seed'],
  async run({ app }) {
    const { languages } = (await getVersionedSnapshot(app.context)).snapshot
    let count = 0
    for (const { title, ...fields } of usual) {
      const { meta } = await app.records.list('material', { filters: new Map([['code', fields.code]]), limit: 1 })
      if (meta.total > 0) continue
      const text = (tag: string): string => title[tag.startsWith('de') ? 1 : 0]
      const titles = languages.map((tag) => [`title_${tag.replace('-', '_')}`, text(tag)])
      await app.records.write('material', { ...fields, ...Object.fromEntries(titles) })
      count++
    }
    return { written: count }
  },
})
