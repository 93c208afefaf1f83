// Entity `material`: the material that products are made of. It has list and form views like core entities.
import { datetime, decimal, defineEntity, published, string } from 'product-configurator-service'
import { ral } from './ral-kind.js'

export const material = defineEntity({
  name: 'material',
  label: 'material',
  pluralLabel: 'materials',
  area: 'catalog',
  topic: 'store',
  tools: 'write',
  listing: ['title', 'code', 'density', 'available_until', 'published'],
  sort: ['code'],
  filters: [{ name: 'code', help: 'Code is the given text.', property: 'code', compare: 'equals' }],
  unique: [['code']],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    code: string('Code', { key: true, required: true, help: 'As the stock list has it.' }),
    density: decimal('Density', { min: 0, help: 'In kg/m³.' }),
    surface: ral('Surface', 'The colour in which it is delivered.'),
    available_until: datetime('Available until', { help: 'From then on products of it are no longer published.' }),
    published: published(),
  },
})
