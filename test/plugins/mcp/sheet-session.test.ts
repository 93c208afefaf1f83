// A scripted assistant that works with product sheets: builds the roller blind in one call, and repairs a sheet by its errors.
import { expect } from 'chai'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { presets } from '../../../core/foundation/access.js'
import { fromAmount } from '../../../core/engine/money/amount.js'
import { compileProgram } from '../../../core/engine/program/compiler.js'
import { changeSelection, initializeConfiguration } from '../../../core/engine/program/configuration.js'
import { computeUnitTotals } from '../../../core/engine/program/state.js'
import { loadProductSource } from '../../../core/product/source.js'
import { anonymousContext } from '../../core/engine/engine-product.js'
import { type Assistant, startMcp, type McpService } from './service.js'

const folder = fileURLToPath(new URL('../../../../test/fixtures/price-roller-blinds', import.meta.url))
const fixture = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
type Cells = readonly { readonly row: number; readonly column: number; readonly value: string }[]
const groups = ['Budget', 'Group 1', 'Group 2', 'Group 3'] as const
const cellsOf = (group: string): Cells =>
  (fixture(`matrix-${group.toLowerCase().replace(' ', '-')}`) as { readonly cells: Cells }).cells
const keyOf = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
const fabrics = Object.entries(
  (fixture('fabrics') as { readonly priceGroupOfFabric: Readonly<Record<string, string>> }).priceGroupOfFabric,
).filter(([, group]) => groups.some((requiredGroup) => requiredGroup === group))

/** The price table of a group as an assistant would write it. */
function table(group: string): string {
  const cells = cellsOf(group)
  const of = (pick: (cell: Cells[number]) => number): readonly number[] => [...new Set(cells.map(pick))].sort((a, b) => a - b)
  const [rows, columns] = [of(({ row }) => row), of(({ column }) => column)]
  const valueAt = (row: number, column: number): string =>
    cells.find((cell) => cell.row === row && cell.column === column)?.value ?? '-'
  const lines = rows.map((row) => `        ${row} ${columns.map((column) => valueAt(row, column)).join(' ')}`)
  return [`        * ${columns.join(' ')}`, ...lines].join('\n')
}

const blind = `sheet: 1
product: roller-blind
title: { en-GB: Roller blind, de-DE: Rollo }
tax_class_id: Standard
pages:
  - title: { en-GB: Measures, de-DE: Maße }
    questions:
      width:
        title: { en-GB: Width, de-DE: Breite }
        required: true
        validate: true
        input_restriction: integer
        set_max_value: static
        maxval: 3010
      drop:
        title: { en-GB: Drop, de-DE: Höhe }
        required: true
        validate: true
        input_restriction: integer
        set_max_value: static
        maxval: 3300
      group:
        title: { en-GB: Price group, de-DE: Preisgruppe }
        question_type: Radiobuttons
        required: true
        answers:
${groups.map((group) => `          - { title: ${group}, calcmodel: price_${keyOf(group)} }`).join('\n')}
      fabric:
        title: { en-GB: Fabric, de-DE: Stoff }
        question_type: Dropdown
        required: true
        rules: group != ''
        answers:
${fabrics.map(([fabric, group]) => `          - { title: "${fabric}", rules: group == ${keyOf(group)} }`).join('\n')}
calculations:
${groups
  .map(
    (group) =>
      `  price_${keyOf(group)}:\n    matrix:\n      rows: drop\n      columns: width\n      lookup: nextHigher\n      table: |\n${table(group)}`,
  )
  .map((text) => text.replaceAll(/^ {8}(?=[*\d])/gm, '        '))
  .join('\n')}
`

interface Finding {
  readonly kind: string
  readonly grade: string
  readonly entity: string
  readonly id: number
  readonly field: string
  readonly message: string
}
interface Part {
  readonly entity: string
  readonly id: number
  readonly key: string
}
interface Report {
  readonly product_id: number
  readonly counts: Readonly<Record<'created' | 'changed' | 'deleted', Readonly<Record<string, number>>>>
  readonly created: readonly Part[]
  readonly findings?: readonly Finding[]
}

describe('an assistant with sheets', function () {
  this.timeout(120_000)
  let service: McpService
  let assistant: Assistant
  before(async () => {
    service = await startMcp()
    assistant = await service.assistant(...presets.author)
  })
  after(() => service?.stop())

  it('builds the roller blind in one call with the prices of the price file', async () => {
    const { isError, structuredContent, content } = await assistant.call('svc_apply_product_sheet', { sheet: blind })
    expect(isError, content[0]?.text).to.equal(undefined)
    const report = structuredContent as unknown as Report
    const { created } = report.counts
    expect(created).to.deep.equal({ product: 1, page: 1, question: 4, answer: groups.length + fabrics.length, calculation: 4 })
    const { app } = service
    const program = compileProgram(await loadProductSource(app.context, report.product_id), app.context.registry)
    const questions = new Map(program.questions.map(({ source }) => [source.title, source.id]))
    const answers = (title: string): string =>
      String(report.created.find(({ entity, key }) => entity === 'answer' && key === `group.${keyOf(title)}`)!.id)
    for (const group of groups) {
      for (const { row, column, value } of cellsOf(group).filter((_, index) => index % 17 === 0)) {
        const { state } = initializeConfiguration(program, anonymousContext)
        const select = (title: string, entry: string): void => {
          const { refused } = changeSelection(state, { question_id: questions.get(title)!, value: entry }, true)
          expect(refused).to.equal(null)
        }
        select('Width', String(column))
        select('Drop', String(row))
        select('Price group', answers(group))
        expect(fromAmount(computeUnitTotals(state).net), `${group} ${row} × ${column}`).to.equal(Number(value))
      }
    }
    const again = await assistant.call('svc_apply_product_sheet', { sheet: blind })
    expect((again.structuredContent as unknown as Report).counts).to.deep.equal({ created: {}, changed: {}, deleted: {} })
  })

  it('repairs a sheet with three defects by its error texts alone', async () => {
    let sheet = blind
      .replaceAll('roller-blind', 'second-blind')
      .replace('question_type: Dropdown', 'question_type: Dropdwon')
      .replace(/rules: group == group_1 /, 'rules: group == gruop_1 ')
      .replace("rules: group != ''", 'rules: group == budget and group == group_2')
    expect(sheet).to.match(/Dropdwon[\s\S]*gruop_1/)
    const messages: string[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      const { isError, structuredContent, content } = await assistant.call('svc_apply_product_sheet', { sheet, dry_run: true })
      if (isError) {
        const text = content[0]!.text
        messages.push(text)
        sheet = repair(sheet, text)
        continue
      }
      const { findings = [], created } = structuredContent as unknown as Report
      const contradiction = findings.find(({ grade, entity }) => grade === 'warning' && entity === 'question')
      if (!contradiction) break
      messages.push(contradiction.message)
      const part = created.find(({ entity, id }) => entity === contradiction.entity && id === contradiction.id)!
      sheet = removeField(sheet, part.key, contradiction.field)
    }
    expect(messages.length, messages.join('\n')).to.equal(3)
    expect(messages.at(-1)).to.equal("The rule of 'Fabric' can never be true, so 'Fabric' is never available.")
    const { isError, structuredContent } = await assistant.call('svc_apply_product_sheet', { sheet })
    expect(isError).to.equal(undefined)
    const { counts, findings = [] } = structuredContent as unknown as Report
    expect(counts.created).to.include({ product: 1, question: 4 })
    expect(findings.filter(({ grade }) => grade === 'warning')).to.deep.equal([])
  })
})

/** Replaces the wrong word of a line by the proposal of the error text, or by the nearest listed word. */
function repair(sheet: string, refusal: string): string {
  const lines = sheet.split('\n')
  let isRepaired = false
  for (const [, number = '', sentence = ''] of refusal.matchAll(/Line (\d+), '[^']*': ([^\n]*)/g)) {
    const line = lines[Number(number) - 1]!
    const proposal = /Did you mean '([^']+)'/.exec(sentence)?.[1]
    const candidates = proposal === undefined ? [...sentence.matchAll(/'([^']+)'/g)].map(([, word = '']) => word) : [proposal]
    const words = line.match(/[\p{L}\p{N}_]+/gu) ?? []
    const letters = (word: string): string => [...word].sort().join('')
    for (const right of candidates) {
      const wrong = words.find((word) => word !== right && letters(word) === letters(right))
      if (wrong === undefined) continue
      lines[Number(number) - 1] = line.replace(wrong, right)
      isRepaired = true
      break
    }
  }
  expect(isRepaired, `no repair found for: ${refusal}`).to.equal(true)
  return lines.join('\n')
}

/** Removes a field of a part. */
function removeField(sheet: string, key: string, field: string): string {
  const lines = sheet.split('\n')
  const from = lines.findIndex((line) => line.trim() === `${key}:`)
  const at = lines.findIndex((line, index) => index > from && line.trim().startsWith(`${field}:`))
  expect(from >= 0 && at > from, `${field} of ${key}`).to.equal(true)
  return lines.filter((_, index) => index !== at).join('\n')
}
