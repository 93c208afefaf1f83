// Feature models in three formats become products with exactly the valid configurations of the model.
import fc from 'fast-check'
import { expect } from 'chai'
import { importModels, type ImportedModel } from '../../../plugins/import-models/index.js'
import { stock } from '../../../plugins/stock/index.js'
import { bootTestApp, type TestApp } from '../../support/test-app.js'
import {
  countValidSelections,
  formatFeatureIde,
  listNodes,
  type SmallModel,
  createSmallModels,
  formatSxfm,
  formatUvl,
} from './feature-models.js'
import { readRepositoryFile } from '../../support/repository.js'

interface Simulated {
  readonly exact: boolean
  readonly validConfigurations: string
}

describe('Imported feature models', () => {
  let app: TestApp
  let products = 0

  before(async () => {
    app = await bootTestApp({ plugins: [stock, importModels] })
  })
  after(() => app.stop())

  const imported = async (text: string, more: object = {}): Promise<ImportedModel> =>
    (await app.act('import-model', {
      name: 'model.txt',
      content: Buffer.from(text).toString('base64'),
      ...more,
    })) as ImportedModel

  const countOf = async (text: string): Promise<string> => {
    const { applied } = await imported(text, { title: `Model ${++products}`, apply: true })
    const input = { product_id: applied!.product_id, walks: 0, seconds: 60 }
    const { exact, validConfigurations } = (await app.act('simulate-product', input)) as Simulated
    expect(exact).to.equal(true)
    return validConfigurations
  }

  /** '0' if the import is rejected because the model has no valid configuration. */
  const counted = async (text: string): Promise<string> => {
    try {
      return await countOf(text)
    } catch (error) {
      if (String(error).includes('no configuration is possible')) return '0'
      throw error
    }
  }

  const sampleModels = [
    { file: 'printers', features: 172, constraints: 0, count: '1139120554181660919987300000' },
    { file: 'electronic-shopping', features: 290, constraints: 21, count: '45204086093769832823934681961153955036198338560000' },
    { file: 'dell-laptop', features: 47, constraints: 105, count: '2319' },
  ]
  for (const { file, features, constraints, count } of sampleModels)
    it(`have ${count} configurations for ${file}`, async function () {
      this.timeout(60_000)
      const text = readRepositoryFile(`test/fixtures/feature-models/${file}.xml`)
      const { counts } = await imported(text)
      expect(counts).to.include({ features, constraints })
      expect(await countOf(text)).to.equal(count)
    })

  it('have no dead end in 200 random walks through printers', async function () {
    this.timeout(60_000)
    const text = readRepositoryFile('test/fixtures/feature-models/printers.xml')
    const { applied } = await imported(text, { title: 'Walked', apply: true })
    expect(applied!.findings ?? []).to.deep.equal([])
    const report = (await app.act('simulate-product', { product_id: applied!.product_id, walks: 200 })) as {
      readonly deadEnds: { readonly walks: number; readonly stuck: number }
    }
    expect(report.deadEnds).to.include({ walks: 200, stuck: 0 })
  })

  const same = async (model: SmallModel, texts: readonly string[]): Promise<void> => {
    const sheets: string[] = []
    for (const text of texts) {
      const read = await imported(text, { title: 'One' }).catch(String)
      sheets.push(typeof read === 'string' ? read : read.sheet!)
    }
    if (sheets.some((sheet) => sheet.includes('no configuration is possible')))
      expect(
        sheets.every((sheet) => sheet.includes('no configuration is possible')),
        sheets.join('\n'),
      ).to.equal(true)
    else for (const sheet of sheets) expect(sheet).to.equal(sheets[0])
    expect(await counted(texts[0]!), texts[0]).to.equal(String(countValidSelections(model)))
  }

  it('are equal for all three formats, and allow the selections that a brute-force search allows', async function () {
    this.timeout(120_000)
    await fc.assert(
      fc.asyncProperty(createSmallModels(['and', 'and', 'or', 'alt']), (model) =>
        same(model, [formatFeatureIde(model), formatSxfm(model), formatUvl(model)]),
      ),
      { numRuns: 150 },
    )
  })

  it('support cardinalities of every kind', async function () {
    this.timeout(120_000)
    const models = createSmallModels(['and', 'some', 'some', 'or'], 2).filter(({ root }) =>
      [...listNodes(root)].every(
        ({ kind, min, max, children }) => kind !== 'some' || (min <= children.length && max <= Math.max(1, children.length)),
      ),
    )
    await fc.assert(
      fc.asyncProperty(models, (model) => same(model, [formatSxfm(model), formatUvl(model)])),
      { numRuns: 60 },
    )
  })

  it('support formulas of any shape', async function () {
    this.timeout(120_000)
    const names = ['A', 'B', 'C', 'D', 'E']
    const { formula } = fc.letrec<{ formula: readonly [uvl: string, xml: string, js: string] }>((tie) => {
      const of = tie('formula') as fc.Arbitrary<readonly [string, string, string]>
      const pair = (uvl: string, xml: string, js: (a: string, b: string) => string) =>
        fc.tuple(of, of).map(([a, b]) => [`(${a[0]} ${uvl} ${b[0]})`, `<${xml}>${a[1]}${b[1]}</${xml}>`, js(a[2], b[2])] as const)
      return {
        formula: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          fc.constantFrom(...names).map((name) => [name, `<var>${name}</var>`, name] as const),
          of.map((a) => [`!(${a[0]})`, `<not>${a[1]}</not>`, `!${a[2]}`] as const),
          pair('&', 'conj', (a, b) => `(${a}&&${b})`),
          pair('|', 'disj', (a, b) => `(${a}||${b})`),
          pair('=>', 'imp', (a, b) => `(!${a}||${b})`),
          pair('<=>', 'eq', (a, b) => `(${a}===${b})`),
        ),
      }
    })
    const evaluateFormula = (js: string, features: ReadonlySet<string>): boolean => {
      const text = names.reduce((all, name) => all.replaceAll(name, String(features.has(name))), js)
      return evaluate(text)
    }
    await fc.assert(
      fc.asyncProperty(formula, async ([uvl, xml, js]) => {
        const tree =
          'features\n\tR\n\t\toptional\n\t\t\tA\n\t\t\t\tor\n\t\t\t\t\tB\n\t\t\t\t\tC\n\t\t\t\t\tX\n\t\toptional\n\t\t\tD\n\t\t\t\talternative\n\t\t\t\t\tE\n\t\t\t\t\tY\n\t\t\t\t\tZ\n'
        const struct =
          '<and name="R"><or name="A"><feature name="B"/><feature name="C"/><feature name="X"/></or><alt name="D"><feature name="E"/><feature name="Y"/><feature name="Z"/></alt></and>'
        let count = 0
        for (const a of [
          [],
          ['A', 'B'],
          ['A', 'C'],
          ['A', 'B', 'C'],
          ['A', 'X'],
          ['A', 'B', 'X'],
          ['A', 'C', 'X'],
          ['A', 'B', 'C', 'X'],
        ])
          for (const d of [[], ['D', 'E'], ['D', 'Y'], ['D', 'Z']]) if (evaluateFormula(js, new Set([...a, ...d]))) count++
        const asUvl = await counted(`${tree}constraints\n\t${uvl}\n`)
        const asXml = await counted(
          `<featureModel><struct>${struct}</struct><constraints><rule>${xml}</rule></constraints></featureModel>`,
        )
        expect([asUvl, asXml], uvl).to.deep.equal([String(count), String(count)])
      }),
      { numRuns: 40 },
    )
  })
})

/** Evaluates `!`, `&&`, `||`, `===` and brackets over true and false, from the inside out. */
function evaluate(expression: string): boolean {
  let text = expression
  for (;;) {
    const next = text
      .replaceAll('!true', 'false')
      .replaceAll('!false', 'true')
      .replaceAll(/\((true|false)\)/g, '$1')
      .replaceAll(/\((true|false)&&(true|false)\)/g, (_, a: string, b: string) => String(a === 'true' && b === 'true'))
      .replaceAll(/\((true|false)\|\|(true|false)\)/g, (_, a: string, b: string) => String(a === 'true' || b === 'true'))
      .replaceAll(/\((true|false)===(true|false)\)/g, (_, a: string, b: string) => String(a === b))
    if (next === text) break
    text = next
  }
  if (text !== 'true' && text !== 'false') throw new Error(`'${text}' has no value.`)
  return text === 'true'
}
