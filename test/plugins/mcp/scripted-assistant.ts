// A scripted assistant: builds the roller blind of the price file, provokes every error on the way, and follows its next step.
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Assistant, Content } from './service.js'

type Fields = Readonly<Record<string, unknown>>

interface Table {
  readonly cells: readonly { readonly row: number; readonly column: number; readonly value: string }[]
}

const folder = fileURLToPath(new URL('../../../../test/fixtures/price-roller-blinds', import.meta.url))
const fixture = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const fabrics = (fixture('fabrics') as { readonly priceGroupOfFabric: Readonly<Record<string, string>> }).priceGroupOfFabric
const groups = ['Budget', 'Group 1', 'Group 2', 'Group 3']
const tableOf = (group: string): Table => fixture(`matrix-${group.toLowerCase().replace(' ', '-')}`) as Table
const titled = (title: string): Fields => ({ title_en_GB: title, title_de_DE: title })

export interface SessionOutcome {
  readonly product: number
  readonly width: number
  readonly drop: number
  readonly group: number
  readonly groupAnswers: ReadonlyMap<string, number>
  readonly calls: number
  readonly refusals: readonly string[]
}

export class ScriptedAssistant {
  calls = 0
  readonly refusals: string[] = []

  constructor(private readonly assistant: Assistant) {}

  /** Calls a tool that must succeed. Returns the structured result. */
  async call<T extends object>(name: string, input: Fields = {}): Promise<T> {
    const result = await this.send(name, input)
    expect(result.isError, `${name} ${JSON.stringify(input).slice(0, 200)}: ${result.content[0]?.text}`).to.equal(undefined)
    return result.structuredContent as T
  }

  private send(name: string, input: Fields): Promise<Content> {
    this.calls++
    return this.assistant.call(name, input)
  }

  /** Calls a tool that must fail, then calls the tool that the error names as the next step. */
  async refused(name: string, input: Fields, words: RegExp, facts: Fields = {}): Promise<void> {
    const { isError, content } = await this.send(name, input)
    const text = content[0]!.text
    expect(isError, `${name} did not fail`).to.equal(true)
    expect(text).to.match(words)
    this.refusals.push(text)
    const [, step = '', argumentText = ''] = /Call (svc_\w+)(?: with ([^.]*))?/.exec(text) ?? []
    expect(step, `no next step in: ${text}`).not.to.equal('')
    await this.call(step, { ...argumentsIn(argumentText), ...only(facts, step) })
  }

  /** Calls a tool that must fail with an error that already contains the correction. */
  async corrected(name: string, input: Fields, words: RegExp): Promise<void> {
    const { isError, content } = await this.send(name, input)
    expect(isError, `${name} did not fail`).to.equal(true)
    expect(content[0]!.text).to.match(words)
    this.refusals.push(content[0]!.text)
  }

  async create(entity: string, fields: Fields): Promise<number> {
    return (await this.call<{ readonly id: number }>('svc_create_entity', { entity, fields })).id
  }

  async update(entity: string, id: number, fields: Fields): Promise<void> {
    await this.call('svc_update_entity', { entity, id, fields })
  }
}

/** Parses arguments in an error text: `entity "page"` becomes `{entity: 'page'}`. */
function argumentsIn(words: string): Fields {
  return Object.fromEntries([...words.matchAll(/(\w+) "([^"]+)"/g)].map(([, key, value]) => [key!, value]))
}

/** The arguments of the next step. */
function only(facts: Fields, step: string): Fields {
  return step.startsWith('svc_describe_rules') || step.startsWith('svc_describe_calculations')
    ? { product_id: facts['product_id'] }
    : {}
}

/** Builds product, pages, questions, answers, rules and price tables of the price file. */
export async function buildBlind(assistant: Assistant): Promise<SessionOutcome> {
  const me = new ScriptedAssistant(assistant)
  await me.call('svc_describe_entity', { entity: 'product' })
  await me.refused('svc_create_entity', { entity: 'product', fields: { title_en_GB: 'Blind' } }, /title_de_DE: .*cannot be empty/)
  const { records } = await me.call<{ readonly records: readonly { readonly id: number }[] }>('svc_list_entities', {
    entity: 'tax-class',
  })
  const tax_class_id = records[0]!.id
  await me.corrected(
    'svc_create_entity',
    { entity: 'prodct', fields: {} },
    /Did you mean 'product'\?[\s\S]*The entities here are .*product,/,
  )
  const product = await me.create('product', { ...titled('Roller blind'), tax_class_id, baseprice: 0 })
  const facts = { product_id: product }
  await me.refused(
    'svc_create_entity',
    { entity: 'page', fields: { ...titled('Size'), product: product } },
    /product: Unknown field 'product'/,
  )
  const size = await me.create('page', { ...titled('Size'), product_id: product })
  const fabricPage = await me.create('page', { ...titled('Fabric'), product_id: product })
  await me.call('svc_describe_entity', { entity: 'question' })
  await me.refused(
    'svc_create_entity',
    { entity: 'question', fields: { page_id: size, title: { en_GB: 'Width' } } },
    /title_en_GB/,
  )
  const measure = { page_id: size, question_type: 'Textbox', input_restriction: 'integer', validate: true, required: true }
  const limits = { set_min_value: 'static', minval: 300, set_max_value: 'static', maxval: 3000 }
  const width = await me.create('question', { ...titled('Width'), ...measure, ...limits })
  const drop = await me.create('question', { ...titled('Drop'), ...measure, ...limits })
  await me.refused(
    'svc_create_entity',
    { entity: 'question', fields: { ...titled('Price group'), page_id: fabricPage, question_type: 'Radiobutton' } },
    /question_type: .*Radiobuttons/,
  )
  const group = await me.create('question', {
    ...titled('Price group'),
    page_id: fabricPage,
    question_type: 'Radiobuttons',
    required: true,
  })
  const fabric = await me.create('question', {
    ...titled('Fabric'),
    page_id: fabricPage,
    question_type: 'Dropdown',
    required: true,
  })
  await me.refused(
    'svc_create_entity',
    { entity: 'answer', fields: { ...titled('Budget'), question_id: 999_999 } },
    /question_id: .*999999/,
  )
  const groupAnswers = new Map<string, number>()
  for (const name of groups) groupAnswers.set(name, await me.create('answer', { ...titled(name), question_id: group }))

  await me.call('svc_describe_rules', facts)
  const fabricAnswers = new Map<string, number>()
  for (const [name, ofGroup] of Object.entries(fabrics)) {
    const answer = groupAnswers.get(ofGroup)
    if (answer === undefined) continue
    const rules = { question: group, operator: '==', value: answer }
    fabricAnswers.set(name, await me.create('answer', { ...titled(name), question_id: fabric, rules }))
  }
  const [first] = fabricAnswers.values()
  const wrongRules: readonly (readonly [rule: unknown, words: RegExp])[] = [
    [{ question: group, operator: '>=', value: groupAnswers.get('Budget') }, /rules.*: .*==/],
    [{ question: group, operator: '==', value: first }, /rules/],
    [{ question: 999_999, operator: '==', value: 1 }, /rules.*999999/],
    [{ all: [{ not: { question: width, operator: '>', value: 1 } }] }, /rules.*not/],
    [{ question: width, field: 'colour', operator: '==', value: 'red' }, /rules.*colour/],
  ]
  for (const [rules, words] of wrongRules) {
    await me.refused('svc_update_entity', { entity: 'question', id: fabric, fields: { rules } }, words, facts)
  }
  await me.update('question', fabric, { rules: { question: group, operator: '!=', value: '' } })

  await me.call('svc_describe_calculations', facts)
  for (const name of groups) {
    const calculation = await me.create('calculation', { name: `Price of ${name}`, product_id: product })
    const matrix = { rows: { question: drop }, columns: { question: width }, lookup: 'nextHigher', cells: tableOf(name).cells }
    if (name === 'Budget') {
      const duplicate = { ...matrix, cells: [...matrix.cells, matrix.cells[0]] }
      await me.refused(
        'svc_set_calculation',
        { calculation_id: calculation, matrix: duplicate },
        /matrix\.cells.*two cells/,
        facts,
      )
      await me.refused('svc_set_calculation', { calculation_id: calculation, code: { code: 'return 1;' } }, /code\.code/, facts)
      await me.refused('svc_set_calculation', { calculation_id: calculation }, /exactly one of/, facts)
      await me.refused('svc_get_calculation', { calculation_id: 999_999 }, /no calculation/)
      const rehearsed = await me.call<Fields>('svc_set_calculation', { calculation_id: calculation, matrix, dry_run: true })
      expect(rehearsed).to.include({ dry_run: true })
    }
    await me.call('svc_set_calculation', { calculation_id: calculation, matrix })
    const stored = await me.call<{ readonly matrix: Table }>('svc_get_calculation', { calculation_id: calculation })
    expect(stored.matrix.cells).to.have.length(tableOf(name).cells.length)
    await me.update('answer', groupAnswers.get(name)!, { calcmodel: calculation })
  }
  await me.refused(
    'svc_update_entity',
    { entity: 'answer', id: first!, fields: { calcmodel: 999_999 } },
    /calcmodel: .*999999/,
    facts,
  )
  return { product, width, drop, group, groupAnswers, calls: me.calls, refusals: me.refusals }
}

/** Proves, simulates and configures the product, then deletes it with its parts. */
export async function useAndDelete(assistant: Assistant, built: SessionOutcome): Promise<{ readonly calls: number }> {
  const me = new ScriptedAssistant(assistant)
  const { product, width, drop, group, groupAnswers } = built
  const proof = await me.call<{ readonly findings: readonly { readonly grade: string }[] }>('svc_prove_product', {
    product_id: product,
  })
  expect(proof.findings.filter(({ grade }) => grade === 'blocker')).to.deep.equal([])
  await me.call('svc_simulate_product', { product_id: product, walks: 50 })
  for (const { value, price } of [
    { value: groupAnswers.get('Budget')!, price: priceIn('Budget', 1_800, 1_450) },
    { value: groupAnswers.get('Group 3')!, price: priceIn('Group 3', 1_800, 1_450) },
  ]) {
    const selections = [
      { question_id: width, value: '1450' },
      { question_id: drop, value: '1800' },
      { question_id: group, value: String(value) },
    ]
    const explained = await me.call<{ readonly price: { readonly net: number } }>('svc_explain_configuration', {
      product_id: product,
      selections,
    })
    expect(explained.price.net).to.equal(price)
  }
  await me.refused('svc_explain_configuration', { product_id: 999_999 }, /no product 999999/)
  const list = await me.create('product-list', titled('Window dressing'))
  const assignment = await me.create('product-list-assignment', { product_id: product, product_list_id: list })
  await me.refused('svc_get_entity', { entity: 'page', id: 999_999 }, /no page with the id 999999/)
  const plan = await me.call<{ readonly blockers: readonly object[] }>('svc_delete_product_deep', { id: product, dry_run: true })
  expect(plan.blockers).to.have.length(1)
  await me.call('svc_delete_entity', { entity: 'product-list-assignment', id: assignment })
  await me.call('svc_delete_entity', { entity: 'product-list', id: list })
  const deletion = await me.call<{ readonly deleted: boolean }>('svc_delete_product_deep', { id: product })
  expect(deletion.deleted).to.equal(true)
  await me.refused('svc_delete_product_deep', { id: product }, /no product/)
  return { calls: me.calls }
}

/** The price in the first cell at or above both measures. */
function priceIn(group: string, row: number, column: number): number {
  const cells = [...tableOf(group).cells].sort((a, b) => a.row - b.row || a.column - b.column)
  return Number(cells.find((cell) => cell.row >= row && cell.column >= column)!.value)
}
