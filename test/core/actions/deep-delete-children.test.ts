// delete-product-deep with child entities of a customization: owned children are deleted, kept children are detached.
import { expect } from 'chai'
import type { Customization, EntityDefinition } from '../../../core/contract.js'
import { childentries } from '../../../core/model/properties/childentries.js'
import { join } from '../../../core/model/properties/join.js'
import { string } from '../../../core/model/properties/string.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import { authorBlind, type Blind } from './blind.js'

const child = (name: string, required: boolean): EntityDefinition => ({
  ...{ name, label: name, pluralLabel: `${name}s`, area: 'catalog', tools: 'write', listing: ['text'] },
  properties: { product_id: join('Product', 'product', { owner: true, required }), text: string('Text', { translatable: true }) },
})

const notes: Customization = {
  kind: 'customization',
  name: 'notes',
  version: '1.0.0',
  core: '*',
  contributes: {
    entities: [child('note', true), child('keepsake', false)],
    properties: {
      product: {
        notes: childentries('Notes', { entity: 'note' }),
        keepsakes: childentries('Keepsakes', { entity: 'keepsake', keep: true }),
      },
    },
  },
  migrations: [
    {
      version: '0001',
      name: 'create-notes',
      async up(steps) {
        await steps.createEntityTable('note')
        await steps.createEntityTable('keepsake')
      },
    },
  ],
}

describe('delete-product-deep with children of a customization', () => {
  let app: TestApp
  let blind: Blind
  let keepsake: number
  before(async () => {
    app = await bootTestApp({ customizations: [notes] })
    blind = await authorBlind(app)
    const texts = { text_en_GB: 'Ask for a sample.', text_de_DE: 'Muster anfragen.' }
    await app.records.write('note', { product_id: blind.product, ...texts })
    keepsake = (await app.records.write('keepsake', { product_id: blind.product, ...texts })).id
  })
  after(() => app.stop())

  it('describe-install and describe-customization list the customization and its entities', async () => {
    expect(await app.act('describe-install')).to.deep.include({
      customized: true,
      installed_customization_version: '0001',
      pending_customization: false,
    })
    const { entities } = (await app.act('describe-customization')) as { readonly entities: readonly object[] }
    expect(entities).to.deep.equal([
      { name: 'note', owner: 'notes' },
      { name: 'keepsake', owner: 'notes' },
    ])
  })

  it('deletes owned children with their texts, and detaches children of a property with `keep`', async () => {
    const plan = (await app.act('delete-product-deep', { id: blind.product, dry_run: true })) as {
      readonly plan: Readonly<Record<string, number>>
      readonly blockers: readonly object[]
    }
    expect(plan.plan).to.include({ note: 1 }).and.not.to.have.property('keepsake')
    expect(plan.blockers).to.deep.equal([])
    await app.act('delete-product-deep', { id: blind.product })
    expect((await app.records.list('note')).meta.total).to.equal(0)
    expect((await app.records.read('keepsake', keepsake)).record).to.include({ product_id: null, text: 'Ask for a sample.' })
    const { orphanedStrings } = (await app.act('describe-install')) as { readonly orphanedStrings: object }
    expect(orphanedStrings).to.deep.equal({})
  })
})
