// Invalid customizations: name clashes, a newer core, and malformed contributions. A rejected customization is never partly loaded.
import { expect } from 'chai'
import { assemble } from '../../core/boot/assemble.js'
import { boot } from '../../core/boot/boot.js'
import { openDatabaseToken } from '../../core/boot/tokens.js'
import { type Composition, type Customization, defineTermType } from '../../core/contract.js'
import { BootError, type Fault } from '../../core/foundation/errors.js'
import { standalone } from '../../hosts/standalone/index.js'
import { stock } from '../../plugins/stock/index.js'
import { catchError } from '../support/caught-error.js'
import { forNewerCore } from '../fixtures/customizations/for-newer-core.js'
import { withClash } from '../fixtures/customizations/with-clash.js'
import { withFunction } from '../fixtures/customizations/with-function.js'
import { withProperty } from '../fixtures/customizations/with-property.js'

const base: Composition = { languages: ['en-GB'], host: standalone(), plugins: [stock] }

const faultsOf = (...customizations: readonly Customization[]): readonly Fault[] => refusal({ ...base, customizations })

function refusal(composition: Composition): readonly Fault[] {
  try {
    assemble(composition)
  } catch (error) {
    if (error instanceof BootError) return error.faults
    throw error
  }
  return []
}

const told = (faults: readonly Fault[]): readonly (readonly string[])[] =>
  faults.map(({ id, owner, message }) => [id, owner, message])

/** A customization as an untyped package could export it. */
function untyped(rest: object): Customization {
  return { kind: 'customization', name: 'untyped', core: '*', version: '1.0.0', migrations: [], ...rest }
}

describe('invalid customization', () => {
  it('is reported with both owners if it contributes an existing name', () => {
    expect(told(faultsOf(withClash))).to.deep.equal([
      [
        'question-type-clash',
        'with-clash',
        "The question type 'Textbox' is defined more than once: 'stock' and 'with-clash' contribute it.",
      ],
      ['property-clash', 'with-clash', "Both 'core' and 'with-clash' add the property 'sku' to 'product'."],
    ])
  })

  it('is reported with both customizations if two contribute the same name', () => {
    const again: Customization = { ...withProperty, name: 'again', migrations: [] }
    expect(told(faultsOf(withProperty, again))).to.deep.equal([
      ['property-clash', 'again', "Both 'with-property' and 'again' add the property 'supplier_code' to 'product'."],
    ])
  })

  it('is reported if it requires a newer core', () => {
    expect(told(faultsOf(forNewerCore))).to.deep.equal([
      ['core-range', 'for-newer-core', "The plugin 'for-newer-core' requires core '^9.0.0', but this is core 0.1.0."],
    ])
  })

  it('is reported if it is listed under plugins, where its migrations would not run', () => {
    const error = refusal({ ...base, plugins: [stock, withProperty] })
    expect(told(error)).to.deep.equal([
      ['plugin-shape', 'with-property', "The customization 'with-property' is listed in 'plugins'."],
    ])
  })

  it('is reported if it renders a question type that does not exist', () => {
    const storefrontModules = [{ name: 'Texbox', script: new URL('file:///nowhere.js') }]
    expect(told(faultsOf(untyped({ contributes: { storefrontModules } })))).to.deep.equal([
      [
        'storefront-module-type',
        'untyped',
        "'untyped' renders the question type 'Texbox', which is not registered by any plugin. Did you mean 'Textbox'?",
      ],
    ])
  })

  it('is reported if it contributes an admin screen or widget for a target that does not exist', () => {
    const script = new URL('file:///nowhere.js')
    const adminScreens = [
      { name: 'My screen', label: 'Mine', area: 'store' as const, script },
      { name: 'mine', label: 'Mine', area: 'stores' as never, script },
    ]
    const adminWidgets = [
      { name: 'colour', draws: 'kind' as const, of: 'strin', script },
      { name: 'price', draws: 'property' as const, of: 'product.base_price', script },
      { name: 'tile', draws: 'tile' as const, of: 'store', script },
    ]
    expect(told(faultsOf(untyped({ contributes: { adminScreens, adminWidgets } })))).to.deep.equal([
      ['admin-screen-address', 'untyped', "A screen of 'untyped' is named 'My screen', which is not kebab-case."],
      [
        'admin-screen-address',
        'untyped',
        "A screen of 'untyped' is in the area 'stores', which does not exist. Did you mean 'store'?",
      ],
      [
        'admin-widget-target',
        'untyped',
        "The widget 'colour' renders the property kind 'strin', which does not exist. Did you mean 'string'?",
      ],
      [
        'admin-widget-target',
        'untyped',
        "The widget 'price' renders the property 'product.base_price', which does not exist. Did you mean 'product.baseprice'?",
      ],
      ['admin-widget-target', 'untyped', "The widget 'tile' renders a tile but has no label for its heading."],
    ])
  })

  it('is reported if its browser code belongs to an unknown name, or cannot be evaluated in a browser', () => {
    const script = new URL('file:///nowhere.js')
    const clientModules = [
      { name: 'Texbox', of: 'questionTypes' as const, script },
      { name: 'sum', of: 'verbs' as never, script },
      { name: 'Rates', of: 'termTypes' as const, script },
    ]
    const rates = defineTermType({ name: 'Rates', label: 'Rates', properties: {}, load: async () => 1, evaluate: () => 1 })
    const toMessage = (rest: string): string => `'untyped' provides browser code for ${rest}`
    expect(told(faultsOf(untyped({ contributes: { termTypes: [rates], clientModules: clientModules } })))).to.deep.equal([
      [
        'client-module-type',
        'untyped',
        toMessage("'Texbox' of 'questionTypes', which is not registered by any plugin. Did you mean 'Textbox'?"),
      ],
      ['client-module-type', 'untyped', toMessage("'sum' of 'verbs', which is not evaluated in browsers.")],
      ['client-module-type', 'untyped', toMessage("'Rates' that imports modules that browsers do not have.")],
    ])
  })

  const shapes: readonly (readonly [when: string, given: object, id: string, says: string])[] = [
    [
      'it contributes an unknown point',
      { contributes: { questionType: [] } },
      'plugin-shape',
      "'untyped' contributes 'questionType', which is not a contribution point. Did you mean 'questionTypes'?",
    ],
    [
      'a list is no array',
      { contributes: { functions: withFunction } },
      'plugin-shape',
      "'functions' of 'untyped' must be a list.",
    ],
    ['a map is no object', { contributes: { properties: [] } }, 'plugin-shape', "'properties' of 'untyped' must be an object."],
    [
      'a contribution is undefined',
      { contributes: { entities: [undefined] } },
      'plugin-shape',
      "'entities[0]' of 'untyped' must be an object.",
    ],
    [
      'a required member is missing',
      { contributes: { functions: [{ name: 'half', description: 'Half of it.' }] } },
      'plugin-shape',
      "'half' in 'functions[0]' of 'untyped' has no valid 'evaluate'.",
    ],
    [
      'its kind is not customization',
      { kind: undefined },
      'plugin-shape',
      "'untyped' is listed in 'customizations' but is not a customization.",
    ],
    ['it has no migrations', { migrations: undefined }, 'plugin-shape', "'migrations' of 'untyped' must be a list."],
    [
      'its migrations are out of order',
      {
        migrations: ['0002', '0001'].map((version) => ({ version, name: 'step', up: () => Promise.resolve() })),
      },
      'migration-order',
      "Migration 2 of 'untyped' needs a name, a function 'up' and a version above 0002.",
    ],
  ]
  for (const [when, contribution, id, message] of shapes) {
    it(`is reported when ${when}`, () => {
      expect(told(faultsOf(untyped(contribution)))).to.deep.equal([[id, 'untyped', message]])
    })
  }

  it('prevents the start before a database is opened or another plugin starts', async () => {
    const diary: string[] = []
    const sound: Customization = { ...withProperty, start: () => void diary.push('start') }
    const error = await catchError(
      boot(
        { ...base, customizations: [sound, withClash] },
        {
          bind(container) {
            container.replace(openDatabaseToken, 'test', {
              useFactory: () => () => {
                diary.push('open')
                return Promise.reject(new Error('opened'))
              },
            })
          },
        },
      ),
    )
    expect((error as BootError).faults).to.have.length(2)
    expect(diary).to.deep.equal([])
  })
})
