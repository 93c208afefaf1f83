// Boot checks: each fault with its id, its owner and its message. All faults are reported at once.
import { expect } from 'chai'
import { assemble } from '../../../core/boot/assemble.js'
import type { Command, Contributions, Customization, Plugin, Composition, Task } from '../../../core/contract.js'
import { BootError, type Fault } from '../../../core/foundation/errors.js'
import { defineEntity } from '../../../core/model/entity/define.js'
import { join } from '../../../core/model/properties/join.js'
import { number } from '../../../core/model/properties/number.js'
import { string } from '../../../core/model/properties/string.js'
import { standalone } from '../../../hosts/standalone/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { voucher } from '../../fixtures/customizations/with-payment-provider.js'
import { ral, withPropertyKind } from '../../fixtures/customizations/with-property-kind.js'
import { engraving } from '../../fixtures/customizations/with-question-type.js'

const sound: Composition = { languages: ['en-GB'], host: standalone(), plugins: [stock] }

function plugin(name: string, contributes: Contributions = {}, core = '*'): Plugin {
  return { name, core, contributes }
}

function faultsOf(config: Composition): readonly Fault[] {
  try {
    assemble(config)
  } catch (error) {
    if (error instanceof BootError) return error.faults
    throw error
  }
  return []
}

const faultsWith = (...plugins: readonly Plugin[]): readonly Fault[] => faultsOf({ ...sound, plugins: [stock, ...plugins] })

const thing = (name: string, rest: object = {}): NonNullable<Contributions['entities']>[number] =>
  defineEntity({
    ...{ name, label: name, pluralLabel: `${name}s`, area: 'catalog', listing: [] },
    properties: { title: string('Title') },
    ...rest,
  })

function command(rest: Partial<Command>): Command {
  return { name: 'svc:mine', description: 'x', examples: [], run: () => Promise.resolve(), ...rest }
}

function task(rest: Partial<Task>): Task {
  return { name: 'report', description: 'x', every: 60, run: () => Promise.resolve(), ...rest }
}

interface Scenario {
  readonly id: string
  readonly when: string
  readonly plugins: readonly Plugin[]
  readonly owner: string
  readonly says: string
}

const scenarios: readonly Scenario[] = [
  {
    ...{ id: 'plugin-clash', when: 'two plugins have one name', owner: 'twin' },
    plugins: [plugin('twin'), plugin('twin')],
    says: "Two plugins have the name 'twin'.",
  },
  {
    ...{ id: 'plugin-clash', when: 'a plugin has the name of the service', owner: 'core' },
    plugins: [plugin('core')],
    says: "The plugin name 'core' is reserved for the service.",
  },
  {
    ...{ id: 'plugin-name', when: 'a name is not kebab-case', owner: 'My Plugin' },
    plugins: [plugin('My Plugin')],
    says: "The plugin name 'My Plugin' is not in kebab case.",
  },
  {
    ...{ id: 'core-range', when: 'a plugin requires another core version', owner: 'old' },
    plugins: [plugin('old', {}, '^99.0.0')],
    says: "The plugin 'old' requires core '^99.0.0', but this is core 0.1.0.",
  },
  {
    ...{ id: 'core-range', when: 'the core range is invalid', owner: 'odd' },
    plugins: [plugin('odd', {}, 'newest')],
    says: "The plugin 'odd' requires core 'newest', but this is core 0.1.0.",
  },
  {
    ...{ id: 'entity-clash', when: 'an entity exists already', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('product')] })],
    says: "The entity 'product' is defined more than once: 'core' and 'mine' contribute it.",
  },
  {
    ...{ id: 'question-type-clash', when: 'a question type comes from two plugins', owner: 'mine' },
    plugins: [plugin('mine', { questionTypes: [{ ...engraving, name: 'Textbox' }] })],
    says: "The question type 'Textbox' is defined more than once: 'stock' and 'mine' contribute it.",
  },
  {
    ...{ id: 'question-type-clash', when: 'a plugin contributes a question type twice', owner: 'mine' },
    plugins: [plugin('mine', { questionTypes: [engraving, engraving] })],
    says: "The question type 'Engraving' is defined more than once: 'mine' contributes it twice.",
  },
  {
    ...{ id: 'property-clash', when: 'a property exists already', owner: 'mine' },
    plugins: [plugin('mine', { properties: { product: { sku: string('SKU') } } })],
    says: "Both 'core' and 'mine' add the property 'sku' to 'product'.",
  },
  {
    ...{ id: 'property-clash', when: 'a question type uses a property as another kind', owner: 'mine' },
    plugins: [plugin('mine', { questionTypes: [{ ...engraving, properties: { unit: number('Unit') } }] })],
    says: "Both 'core' and 'mine' add the property 'unit' to 'question'.",
  },
  {
    ...{ id: 'property-entity-unknown', when: 'properties are added to an unknown entity', owner: 'mine' },
    plugins: [plugin('mine', { properties: { produkt: { note: string('Note') } } })],
    says: "'mine' adds properties to the entity 'produkt', which does not exist. Did you mean 'product'?",
  },
  {
    ...{ id: 'property-name', when: 'a property name is no valid field name', owner: 'other' },
    plugins: [
      plugin('mine', { properties: { product: { title_en_gb: string('T') } } }),
      plugin('other', { properties: { page: { Id: string('I') } } }),
    ],
    says: "The name of the property 'Id' of 'page' is not valid as a column and field name.",
  },
  {
    ...{ id: 'property-kind-unknown', when: 'no plugin registers the kind of a property', owner: 'mine' },
    plugins: [plugin('mine', { properties: { answer: { ral: ral('RAL') } } })],
    says: "The property 'ral' of 'answer' has the kind 'ral', which is not registered by any plugin.",
  },
  {
    ...{ id: 'property-same', when: 'a property is declared the same as one of another kind', owner: 'mine' },
    plugins: [plugin('mine', { properties: { product: { rack: string('Rack', { sameAs: 'baseprice' }) } } })],
    says: "The property 'rack' of 'product' holds the same as 'baseprice', which is not stored like it.",
  },
  {
    ...{ id: 'property-same', when: 'a property is declared the same as an unknown one', owner: 'mine' },
    plugins: [plugin('mine', { properties: { product: { rack: string('Rack', { sameAs: 'shelf' }) } } })],
    says: "The property 'rack' of 'product' holds the same as 'shelf', which does not exist.",
  },
  {
    ...{ id: 'area-unknown', when: 'an area is assigned to an unknown entity', owner: 'mine' },
    plugins: [plugin('mine', { areas: { reviews: 'catalog' } })],
    says: "'mine' sets the area of the entity 'reviews', which does not exist. Did you mean 'review'?",
  },
  {
    ...{ id: 'area-clash', when: 'two plugins assign an area to one entity', owner: 'second' },
    plugins: [plugin('first', { areas: { review: 'catalog' } }), plugin('second', { areas: { review: 'orders' } })],
    says: "Both 'first' and 'second' set the area of 'review'.",
  },
  {
    ...{ id: 'entity-name', when: 'an entity has a name with capitals', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('Material')] })],
    says: "The name of the entity 'Material' is not valid in URLs and table names.",
  },
  {
    ...{ id: 'entity-property-unknown', when: 'an entity lists a property that it does not have', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('material', { listing: ['titel'] })] })],
    says: "The entity 'material' lists the property 'titel', which does not exist. Did you mean 'title'?",
  },
  {
    ...{ id: 'entity-property-unknown', when: 'an entity refers to an unknown entity', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('material', { properties: { supplier_id: join('Supplier', 'supplier') } })] })],
    says: "The entity 'material' refers to the entity 'supplier', which does not exist.",
  },
  {
    ...{ id: 'command-clash', when: 'a command and an action have one name', owner: 'mine' },
    plugins: [
      plugin('mine', { commands: [{ name: 'svc:cache:clear', description: 'x', examples: [], run: () => Promise.resolve() }] }),
    ],
    says: "The command 'svc:cache:clear' is defined more than once: 'core' and 'mine' contribute it.",
  },
  {
    ...{ id: 'command-name', when: 'a command has an invalid name', owner: 'mine' },
    plugins: [plugin('mine', { commands: [{ name: 'count', description: 'x', examples: [], run: () => Promise.resolve() }] })],
    says: "The command 'count' of 'mine' has an invalid name.",
  },
  {
    ...{ id: 'command-positional', when: 'a positional argument is not an option', owner: 'mine' },
    plugins: [plugin('mine', { commands: [command({ positional: ['nme'], options: { name: string('Name') } })] })],
    says: "The positional argument 'nme' of the command 'svc:mine' is not one of its options. Did you mean 'name'?",
  },
  {
    ...{ id: 'command-positional', when: 'an argument has two positions', owner: 'mine' },
    plugins: [plugin('mine', { commands: [command({ positional: ['name', 'name'], options: { name: string('Name') } })] })],
    says: "The command 'svc:mine' has the positional argument 'name' twice.",
  },
  {
    ...{ id: 'plugin-name', when: 'a name has an underscore', owner: 'my_plugin' },
    plugins: [plugin('my_plugin')],
    says: "The plugin name 'my_plugin' is not in kebab case.",
  },
  {
    ...{ id: 'entity-property-unknown', when: 'an index names a property that the entity does not have', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('material', { indexes: [['titel']] })] })],
    says: "The entity 'material' is looked up by the property 'titel', which does not exist. Did you mean 'title'?",
  },
  {
    ...{ id: 'entity-property-unknown', when: 'an entity locks records of an unknown entity', owner: 'mine' },
    plugins: [plugin('mine', { entities: [thing('material', { exclusive: 'produkt' })] })],
    says: "The entity 'material' locks records of the entity 'produkt', which does not exist. Did you mean 'product'?",
  },
  {
    ...{ id: 'payment-provider-address', when: 'a payment provider has an invalid webhook address', owner: 'mine' },
    plugins: [plugin('mine', { paymentProviders: [{ ...voucher, webhook: { path: 'a/:b', read: () => null } }] })],
    says: "The webhook address of the payment provider 'voucher', 'voucher/…/a/:b', is not valid.",
  },
  {
    ...{ id: 'translation-language', when: 'a translation is for an invalid language', owner: 'mine' },
    plugins: [plugin('mine', { translations: { german: { Yes: 'Ja' } } })],
    says: "'mine' translates to 'german', which is not a language tag.",
  },
  {
    ...{ id: 'translation-text', when: 'a translation lacks a placeholder', owner: 'mine' },
    plugins: [plugin('mine', { translations: { de: { 'Take {count}.': 'Nimm {anzahl}.' } } })],
    says: `'mine' translates "Take {count}." to 'de' with other placeholders than the original.`,
  },
  {
    ...{ id: 'message-language', when: 'a catalog is for an invalid language', owner: 'mine' },
    plugins: [plugin('mine', { messages: { paint: { en: { dry: 'Dry.' }, german: { dry: 'Trocken.' } } } })],
    says: "'mine' contributes messages of 'paint' in 'german', which is not a language tag.",
  },
  {
    ...{ id: 'message-text', when: 'a message lacks a placeholder', owner: 'mine' },
    plugins: [plugin('mine', { messages: { paint: { en: { dry: 'Dry in {days}.' }, de: { dry: 'Trocken.' } } } })],
    says: "The message 'paint.dry' of 'mine' in 'de' must be ICU text with the same placeholders as the English text.",
  },
  {
    ...{ id: 'message-text', when: 'a message is not ICU', owner: 'mine' },
    plugins: [plugin('mine', { messages: { paint: { en: { dry: 'Dry in {days' } } } })],
    says: "The message 'paint.dry' of 'mine' in 'en' must be ICU text with the same placeholders as the English text.",
  },
  {
    ...{ id: 'message-text', when: 'a message has no English text', owner: 'mine' },
    plugins: [plugin('mine', { messages: { errors: { fr: { moreIssue: 'Encore {count} erreurs.' } } } })],
    says: "'mine' contributes the message 'errors.moreIssue' only in 'fr'.",
  },
  {
    ...{ id: 'translation-clash', when: 'two plugins translate a message differently', owner: 'second' },
    plugins: [
      plugin('first', { translations: { de: { Yes: 'Ja' } } }),
      plugin('second', { translations: { de: { Yes: 'Jo' } } }),
    ],
    says: `'first' and 'second' translate "Yes" to 'de' differently.`,
  },
  {
    ...{
      id: 'property-kind-unknown',
      when: 'no plugin registers the kind of a property of a question type',
      owner: 'mine',
    },
    plugins: [plugin('mine', { questionTypes: [{ ...engraving, name: 'Painted', properties: { paint: ral('Paint') } }] })],
    says: "The property 'paint' of 'question' has the kind 'ral', which is not registered by any plugin.",
  },
  {
    ...{ id: 'property-name', when: 'a property of a question type is no valid column name', owner: 'mine' },
    plugins: [plugin('mine', { questionTypes: [{ ...engraving, name: 'Painted', properties: { Paint: string('Paint') } }] })],
    says: "The name of the property 'Paint' of 'question' is not valid as a column and field name.",
  },
  {
    ...{ id: 'observer-unknown', when: 'an observer names an unknown event', owner: 'mine' },
    plugins: [plugin('mine', { observers: { onSvcPlaceOrdr: () => undefined } } as never)],
    says: "'mine' observes 'onSvcPlaceOrdr', which is not an event. Did you mean 'onSvcPlaceOrder'?",
  },
  {
    ...{ id: 'question-type-name', when: 'a question type has a name with a blank', owner: 'mine' },
    plugins: [plugin('mine', { questionTypes: [{ ...engraving, name: 'My engraving', properties: {} }] })],
    says: "The question type 'My engraving' of 'mine' has an invalid name.",
  },
  {
    ...{ id: 'function-name', when: 'a function has a name that no formula can call', owner: 'mine' },
    plugins: [
      plugin('mine', { functions: [{ name: 'square-metres', description: 'x', required: 1, optional: 0, evaluate: () => 1 }] }),
    ],
    says: "The function 'square-metres' of 'mine' has an invalid name.",
  },
  {
    ...{ id: 'task-name', when: 'a task has a name that is not kebab-case', owner: 'mine' },
    plugins: [plugin('mine', { tasks: [task({ name: 'Send Report' })] })],
    says: "The task 'Send Report' of 'mine' has an invalid name.",
  },
  ...[0, -1, Number.NaN, 2_147_484, '60'].map((every) => ({
    ...{ id: 'task-interval', when: `a task runs every ${JSON.stringify(every)} seconds`, owner: 'mine' },
    plugins: [plugin('mine', { tasks: [task({ every: every as number })] })],
    says: `The interval of the task 'report' of 'mine', ${every} seconds, is not valid.`,
  })),
  {
    ...{ id: 'plugin-shape', when: 'an area is not a string', owner: 'mine' },
    plugins: [plugin('mine', { areas: { review: 3 } } as never)],
    says: "'areas.review' of 'mine' must be a text.",
  },
]

describe('boot checks', () => {
  it('accept a valid configuration, also with a customization that registers its own property kind', () => {
    expect(faultsOf({ ...sound, customizations: [withPropertyKind] })).to.deep.equal([])
  })

  for (const { id, when, plugins, owner, says: expectedMessage } of scenarios) {
    it(`report ${id} if ${when}`, () => {
      const fault = faultsWith(...plugins).find((candidate) => candidate.message === expectedMessage)
      expect(fault, JSON.stringify(faultsWith(...plugins))).to.include({ id, owner })
      expect(fault?.hint.message).to.match(/^[A-Z].*\.$/s)
    })
  }

  it('report the faults of all plugins at once', () => {
    const faulty: Customization = {
      ...withPropertyKind,
      name: 'broken',
      core: '^2.0.0',
      contributes: { areas: { reviews: 'catalog' } },
    }
    const ids = faultsOf({ ...sound, plugins: [stock, stock], customizations: [faulty] }).map(({ id }) => id)
    expect(ids).to.include.members(['plugin-clash', 'core-range', 'question-type-clash', 'function-clash', 'area-unknown'])
  })

  it('reject a configuration of the wrong shape before anything is built', () => {
    const misspelt = { ...sound, pluggins: [] } as Composition
    expect(faultsOf(misspelt).map(({ message }) => message)).to.deep.equal([
      "The configuration key 'pluggins' is unknown. Did you mean 'plugins'?",
    ])
  })
})
