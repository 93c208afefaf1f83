// Static types of declared properties: this file does not compile if the type inference breaks.
import type { orderStatuses } from '../../../core/model/state/statuses.js'
import { expect } from 'chai'
import { defineAction } from '../../../core/actions/define-action.js'
import { prepareInput } from '../../../core/foundation/property/property-map.js'
import { fieldsArgument } from '../../../core/actions/arguments.js'
import { defineTermType, defineConditionType } from '../../../core/engine/question/operand.js'
import { defineQuestionType } from '../../../core/engine/question/question-type.js'
import { getRecordText } from '../../../core/foundation/language.js'
import type { InputOf, RecordOf } from '../../../core/foundation/property/typing.js'
import { cellsContent, type StoredCell } from '../../../core/model/entities/catalog/calculation-matrix.js'
import type { customerGroup } from '../../../core/model/entities/customers/customer-group.js'
import type { cart } from '../../../core/model/entities/orders/cart.js'
import type { cartPosition } from '../../../core/model/entities/orders/cart-position.js'
import type { configuration } from '../../../core/model/entities/orders/configuration.js'
import type { salesOrder } from '../../../core/model/entities/orders/sales-order.js'
import type { product } from '../../../core/model/entities/catalog/product.js'
import type { question } from '../../../core/model/entities/catalog/question.js'
import { currency } from '../../../core/model/entities/store/currency.js'
import { defineEntity } from '../../../core/model/entity/define.js'
import { requireEntity } from '../../../core/model/registry.js'
import { boolean } from '../../../core/model/properties/boolean.js'
import { childentries } from '../../../core/model/properties/childentries.js'
import { datetime } from '../../../core/model/properties/datetime.js'
import { dropdown } from '../../../core/model/properties/dropdown.js'
import { groupPrice } from '../../../core/model/properties/group-price.js'
import { join } from '../../../core/model/properties/join.js'
import { json } from '../../../core/model/properties/json.js'
import { multiselect } from '../../../core/model/properties/multiselect.js'
import { decimal, number } from '../../../core/model/properties/number.js'
import { ordering } from '../../../core/model/properties/ordering.js'
import { published } from '../../../core/model/properties/published.js'
import { radio } from '../../../core/model/properties/radio.js'
import { rule } from '../../../core/model/properties/rule.js'
import { string } from '../../../core/model/properties/string.js'
import { loadRecords } from '../../../core/storage/record/load.js'
import { getVersionedSnapshot } from '../../../core/storage/caches.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
/** Compiles only if the argument states whether both types are the same. */
function expectSame<A, B>(same: Same<A, B>): void {
  expect(same).to.be.a('boolean')
}

const sample = defineEntity({
  name: 'sample',
  label: 'sample',
  pluralLabel: 'samples',
  area: 'catalog',
  listing: [],
  properties: {
    title: string('Title', { translatable: true, required: true }),
    sku: string('SKU'),
    count: number('Count'),
    always: number('Always', { required: true }),
    on_hosts: number('On some hosts', { required: true, platforms: ['standalone'] }),
    weight: decimal('Weight', { default: 0 }),
    on: boolean('On', { required: true }),
    made: datetime('Made'),
    colour: dropdown('Colour', { choices: { red: 'Red', green: 'Green' } }),
    size: radio('Size', { choices: { s: 'S', m: 'M' }, default: 's' }),
    type: dropdown('Type', { choices: () => ({ a: 'A' }) }),
    language: dropdown('Language', { choices: 'languages' }),
    tags: multiselect('Tags', { choices: { x: 'X', y: 'Y' } }),
    countries: multiselect('Countries', { entity: 'country' }),
    owner_id: join('Owner', 'product', { owner: true, required: true }),
    panes: childentries('Panes', { entity: 'pane' }),
    prices: groupPrice('Prices'),
    rules: rule('Rule'),
    cells: json('Cells', { content: cellsContent, required: true }),
    anything: json('Anything'),
    published: published(),
    ordering: ordering(),
  },
})
type Sample = RecordOf<typeof sample>

const input = {
  entity: string('Entity', { required: true }),
  limit: number('Limit'),
  page: number('Page', { default: 1 }),
  way: dropdown('Way', { choices: { up: 'Up', down: 'Down' }, default: 'up' }),
  fields: fieldsArgument('Fields.'),
  dry_run: boolean('Dry run'),
}

describe('types inferred from declarations', () => {
  let app: TestApp

  before(async () => {
    app = await bootTestApp()
  })

  after(() => app.stop())

  it('give each record property its value type, with null or an empty value if it is optional', () => {
    expectSame<Sample['id'], number>(true)
    expectSame<Sample['title'], string>(true)
    expectSame<Sample['sku'], string>(true)
    expectSame<Sample['count'], number | null>(true)
    expectSame<Sample['always'], number>(true)
    expectSame<Sample['on_hosts'], number | null>(true)
    expectSame<Sample['weight'], number | null>(true)
    expectSame<Sample['on'], boolean>(true)
    expectSame<Sample['made'], string | null>(true)
    expectSame<Sample['owner_id'], number>(true)
    expectSame<Sample['published'], boolean | null>(true)
    expectSame<Sample['ordering'], number | null>(true)
  })

  it('give static choices their literal values, and dynamic choices string', () => {
    expectSame<Sample['colour'], 'red' | 'green' | ''>(true)
    expectSame<Sample['size'], 's' | 'm'>(true)
    expectSame<Sample['type'], string>(true)
    expectSame<Sample['language'], string>(true)
    expectSame<Sample['tags'][number], 'x' | 'y'>(true)
    expectSame<Sample['countries'][number], number>(true)
  })

  it('give structured values their declared type, rules their stored form, and omit child entries', () => {
    expectSame<Sample['prices'][number]['price'], number>(true)
    expectSame<Sample['cells'], readonly StoredCell[]>(true)
    expectSame<Sample['anything'], unknown>(true)
    expectSame<Sample['rules'], string | null>(true)
    expectSame<'panes' extends keyof Sample ? true : false, false>(true)
    expectSame<'titel' extends keyof Sample ? true : false, false>(true)
  })

  it('apply to core entities, including property groups', () => {
    expectSame<RecordOf<typeof cart>['state'], 'open' | 'quoted' | 'ordered'>(true)
    expectSame<RecordOf<typeof cart>['customer_id'], number | null>(true)
    expectSame<RecordOf<typeof cart>['token'], string>(true)
    expectSame<RecordOf<typeof cartPosition>['cart_id'], number>(true)
    expectSame<RecordOf<typeof configuration>['selections'][number]['question_id'], number>(true)
    expectSame<RecordOf<typeof customerGroup>['discount_recurring_type_5'], 'percentage' | 'amount' | ''>(true)
    expectSame<RecordOf<typeof customerGroup>['discount_start_1'], number | null>(true)
    expectSame<RecordOf<typeof customerGroup>['custom_4'], string>(true)
    expectSame<RecordOf<typeof salesOrder>['delivery_gross'], number | null>(true)
    expectSame<RecordOf<typeof salesOrder>['status'], keyof typeof orderStatuses | ''>(true)
    expectSame<RecordOf<typeof product>['page_nav_tabs'], 'yes' | 'no' | 'inherit'>(true)
    expectSame<RecordOf<typeof question>['set_min_value'], 'none' | 'static' | 'calculated'>(true)
    expectSame<RecordOf<typeof question>['element_custom_1'], string>(true)
  })

  it('make arguments required if they are required or have a default, and optional otherwise', () => {
    type Input = InputOf<typeof input>
    expectSame<Input['entity'], string>(true)
    expectSame<Input['limit'], number | undefined>(true)
    expectSame<Input['page'], number>(true)
    expectSame<Input['way'], 'up' | 'down'>(true)
    expectSame<Input['fields'], Readonly<Record<string, unknown>>>(true)
    expectSame<Input['dry_run'], boolean | undefined>(true)
    const least: Input = { entity: 'page', page: 1, way: 'up', fields: {} }
    const prepared: Input = prepareInput(input, { entity: 'page', fields: {} }, { argument: 'argument', owner: 'test' })
    expect({ ...prepared }).to.deep.equal(least)
  })

  it('reach the run function of an action', () => {
    const action = defineAction({
      name: 'sum',
      description: 'Adds.',
      input: { a: number('A', { required: true }), b: number('B') },
      hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
      run: (_scope, { a, b }) => {
        expectSame<typeof a, number>(true)
        expectSame<typeof b, number | undefined>(true)
        return Promise.resolve(a + (b ?? 0))
      },
    })
    expectSame<Parameters<typeof action.run>[1]['a'], number>(true)
    expectSame<Awaited<ReturnType<typeof action.run>>, number>(true)
  })

  it('reach the code of condition, term and question types', () => {
    defineConditionType({
      name: 'Probe',
      label: 'Probe',
      properties: { question_id: join('Question', 'question', { required: true }), days: number('Days') },
      kind: 'number',
      evaluate: (args) => {
        expectSame<typeof args.question_id, number>(true)
        expectSame<typeof args.days, number | undefined>(true)
        return null
      },
    })
    defineTermType({
      name: 'Probe',
      label: 'Probe',
      properties: { code: string('Code', { required: true }) },
      load: async (uses): Promise<readonly string[]> => uses.map(({ code }) => code),
      evaluate: ({ code }, _reader, loaded) => {
        expectSame<typeof loaded, readonly string[]>(true)
        return loaded.indexOf(code)
      },
    })
    defineQuestionType({
      name: 'Probe',
      label: 'Probe',
      properties: { step: decimal('Step') },
      takesAnswers: false,
      validate: (value, { settings }) => {
        expectSame<typeof settings.step, number | null | undefined>(true)
        return { value }
      },
    })
  })

  it('reach records that are loaded by their declaration', async () => {
    const { context } = app
    const { snapshot } = await getVersionedSnapshot(context)
    const [first] = await loadRecords(context.database, requireEntity(context.registry, currency), snapshot.languages)
    const code: string | undefined = first?.values.code
    const [again] = await snapshot.records(context.database, currency)
    expectSame<NonNullable<typeof again>['multiplicator'], number>(true)
    expect(again?.code).to.equal(code).and.to.be.a('string')
    expect(again && getRecordText(again, 'title', 'en-GB'))
      .to.equal(again?.title)
      .and.to.be.a('string')
    expectSame<typeof snapshot.settings.cart_lifetime_hours, number | null | undefined>(true)
  })
})
