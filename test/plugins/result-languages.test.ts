// Results, progress and next steps in German and Hebrew: of commands in a terminal, over REST, and of MCP tools.
import { expect } from 'chai'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mcp } from '../../plugins/mcp/index.js'
import { rest } from '../../plugins/rest/index.js'
import { createEmptyDatabase, type EmptyDatabase } from '../support/database.js'
import { isEnglish } from '../support/german-reply.js'
import { createJsonClient, type JsonClient } from '../support/json-client.js'
import { type ListeningApp, listenTestApp } from '../support/test-app.js'
import { type Cli, cliOn } from './cli/terminal.js'

const sheet = `sheet: 1
product: lamp
title: Lampe
tax_class_id: Standard
pages:
  - title: Licht
    questions:
      shade: { title: Schirm, question_type: Dropdown, answers: [{ key: glass, title: Glas, price: 25 }, Leinen] }
      height: { title: Höhe, question_type: Slider, minval: 10, maxval: 240 }
calculations:
  by_height: height * 2
`
/** A version with a change of each kind. */
const changed = sheet
  .replace('title: Lampe', 'title: Leuchte')
  .replace('maxval: 240', 'maxval: 260')
  .replace('price: 25', 'price: 30')
  .replace(', Leinen]', ', Leinen, Papier]')
  .replace('height * 2', 'height * 3')
/** A version that contradicts it. */
const other = sheet.replace('price: 25', 'price: 35').replace('title: Lampe', 'title: Laterne')

const hebrew = /\p{Script=Hebrew}/u

/** Arguments, names of kinds, values of members and errors of the database are the same in every language. */
const withoutCode = (sentence: string): string =>
  sentence.replaceAll(
    /\{[^}]*\}|\w+\([^)]*\)|\bvalue\b|\b[a-z]+(?:-[a-z]+)+\b|^\w+: +\w+$|no such table: \w+|Table '.*' doesn't exist/g,
    '',
  )

/** Sentences that are not in the language. */
const findForeign = (sentences: readonly string[], language: string): readonly string[] =>
  sentences.filter((sentence) => isEnglish(withoutCode(sentence)) || (language === 'he' && !hebrew.test(sentence)))

for (const [name, terminal] of Object.entries({ German: 'de_DE.UTF-8', Hebrew: 'he_IL.UTF-8' })) {
  describe(`the results of commands in a ${name} terminal`, function () {
    this.timeout(120_000)
    let empty: EmptyDatabase
    let folder: string
    let svc: Cli
    before(async () => {
      empty = await createEmptyDatabase()
      folder = mkdtempSync(join(tmpdir(), 'svc-results-'))
      svc = cliOn(empty.url, { LANG: terminal, SVC_TRANSFER_FOLDER: join(folder, 'packages'), SVC_FILES: join(folder, 'files') })
      for (const [file, text] of Object.entries({ sheet, changed, other })) writeFileSync(join(folder, `${file}.yaml`), text)
    })
    after(async () => {
      rmSync(folder, { recursive: true })
      await empty.drop()
    })

    const file = (named: string): string => join(folder, named)

    /** In this order: later commands need the results of earlier ones. */
    const commandLines: Readonly<Record<string, () => readonly string[]>> = {
      'a check of an empty database': () => ['doctor'],
      'the first migration': () => ['migrate'],
      'a migration without scripts': () => ['migrate'],
      'the action for migrations': () => ['migrations:apply'],
      'a check of the installation': () => ['doctor'],
      'a conversion of charsets': () => ['charset:convert'],
      'a new product': () => ['product:apply', file('sheet.yaml')],
      'a comparison without differences': () => ['product:diff', file('sheet.yaml')],
      'a comparison with differences': () => ['product:diff', file('sheet.yaml'), file('changed.yaml')],
      'a merge': () => [
        ...['product:merge', file('sheet.yaml'), file('changed.yaml'), file('other.yaml')],
        ...['--prefer', 'ours', '--out', file('merged.yaml')],
      ],
      'a written sheet': () => ['product:sheet', '1', '--out', file('written.yaml')],
      'a proof': () => ['product:prove', '1'],
      'a simulation': () => ['product:simulate', '1'],
      'an exported package': () => ['product:export', '1', '--out', file('lamp.zip')],
      'a checked package': () => ['product:check', file('lamp.zip')],
      'an imported package': () => ['product:import', file('lamp.zip'), '--acknowledge-warnings'],
      'a backup': () => ['backup', '--to', file('backups')],
      'a verified backup': () => ['restore', join(folder, 'backups', readdirSync(file('backups'))[0]!), '--verify'],
      'no tokens': () => ['token:list'],
      'a new token': () => ['token:mint', 'Abgleich', '--expires', '30d'],
      'a revoked token': () => ['token:revoke', '1'],
      'no accounts': () => ['admin:list'],
      'a new account': () => ['admin:invite', 'ada@shop.example', '--preset', 'author'],
      'an expired password': () => ['admin:reset', 'ada@shop.example'],
      'the languages': () => ['languages:set', 'en-GB', 'de-DE'],
      'missing texts': () => ['languages:missing', 'en-GB'],
      'a checked configuration': () => ['config', '--check'],
      'a new customization': () => ['plugin:create', 'own', '--out', file('own')],
      'generated types': () => ['types:generate', '--out', file('types')],
    }

    for (const [title, words] of Object.entries(commandLines)) {
      it(`contain no English for ${title}`, async () => {
        const { code, out, err } = await svc(...words())
        expect(code, err).to.equal(title === 'a check of an empty database' ? 1 : 0)
        expect(findForeign([...out.split('\n'), ...err.split('\n')], 'de')).to.deep.equal([])
      })
    }

    it('contain no English for models and sheets that cannot be read', async () => {
      const language = terminal.slice(0, 2)
      for (const [name, content, command] of [
        ['empty.uvl', 'features\n  Lamp\n    mandatory\n', 'product:import-model'],
        ['twice.uvl', 'features\n  Lamp\n    or\n      Red\n      Red\nconstraints\n  Blue => Red\n', 'product:import-model'],
        ['prices.csv', 'Width;100\n200;cheap\n300;5\n', 'product:import-model'],
        ['broken.yaml', sheet.replace('height * 2', 'height ** 2'), 'product:apply'],
      ] as const) {
        writeFileSync(file(name), content)
        const { code, err } = await svc(command, file(name))
        expect(code, err).to.equal(1)
        expect(findForeign(err.trim().split('\n'), language), name).to.deep.equal([])
      }
    })
  })
}

/** The texts of the named members, anywhere in a result. */
function collectTexts(value: unknown, names: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => collectTexts(item, names))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (names.includes(name) && typeof member === 'string') return [member]
    if (names.includes(name) && Array.isArray(member) && member.every((item) => typeof item === 'string')) return member
    return collectTexts(member, names)
  })
}

const textMembers = [
  'sentence',
  'sentences',
  'changes',
  'notes',
  'meaning',
  'note',
  'writing',
  'condensed',
  'nextStep',
  'next_step',
  'why',
]

for (const [name, language] of Object.entries({ German: 'de', Hebrew: 'he' })) {
  describe(`results over HTTP in ${name}`, function () {
    this.timeout(60_000)
    let app: ListeningApp
    let client: JsonClient
    let product: number
    before(async () => {
      app = await listenTestApp([rest(), mcp()])
      const { token } = await app.access.tokens.mint({ name: 'results', presets: ['everything'] })
      client = createJsonClient(app.url, token)
      product = ((await app.act('apply-product-sheet', { sheet })) as { readonly product_id: number }).product_id
    })
    after(async () => {
      client.close()
      await app.stop()
    })

    const send = (path: string, body: unknown) => client.send('POST', path, body, { 'accept-language': language })

    it('have no English sentence in a comparison and a merge of the REST API', async () => {
      const { body: diff } = await send('/svc-api/v1/product-sheets/diff', { from: sheet, to: changed })
      const states = { base: sheet, ours: changed, theirs: other }
      const { body: conflicts } = await send('/svc-api/v1/product-sheets/merge', states)
      const { body: merge } = await send('/svc-api/v1/product-sheets/merge', { ...states, prefer: 'ours' })
      const sentences = [diff, conflicts, merge].map((body) => collectTexts(body, textMembers))
      for (const own of sentences) expect(own).to.have.length.above(1)
      expect(findForeign(sentences.flat(), language)).to.deep.equal([])
    })

    interface ToolReply {
      readonly isError?: boolean
      readonly content: readonly { readonly text: string }[]
      readonly structuredContent?: unknown
    }

    const call = async (tool: string, input: object): Promise<ToolReply> => {
      const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: input } }
      return ((await send('/svc-api/mcp', request)).body as { readonly result: ToolReply }).result
    }

    const results: Readonly<Record<string, () => readonly [tool: string, input: object]>> = {
      'the grammar of rules': () => ['svc_describe_rules', { product_id: product }],
      'the grammar of calculations': () => ['svc_describe_calculations', { product_id: product }],
      'the customizations': () => ['svc_describe_customization', {}],
      'the differences of a sheet': () => ['svc_get_product_sheet', { product_id: product, diff: changed }],
      'applied migrations': () => ['svc_apply_migrations', {}],
      'a conversion of charsets': () => ['svc_convert_charset', {}],
    }
    for (const [title, toCall] of Object.entries(results)) {
      it(`have no English sentence in the result of the MCP tool for ${title}`, async () => {
        const { isError, content, structuredContent } = await call(...toCall())
        expect(isError, content[0]!.text).to.not.equal(true)
        const sentences = collectTexts(structuredContent, textMembers)
        expect(sentences).to.have.length.above(0)
        expect(findForeign(sentences, language)).to.deep.equal([])
      })
    }

    const refusals: Readonly<Record<string, () => readonly [tool: string, input: object]>> = {
      'an unknown record': () => ['svc_get_entity', { entity: 'page', id: 9_999 }],
      'an unknown product': () => ['svc_describe_rules', { product_id: 9_999 }],
      'an unknown calculation': () => ['svc_get_calculation', { calculation_id: 9_999 }],
      'an invalid rule': () => ['svc_create_entity', { entity: 'answer', fields: { rules: { question: 9_999 } } }],
      'a rule with an unknown operator': () => [
        'svc_create_entity',
        { entity: 'answer', fields: { rules: { all: [{ question: 1, operator: '~', value: 1 }, { not: 1 }] } } },
      ],
      'a rule without conditions': () => ['svc_create_entity', { entity: 'answer', fields: { rules: { any: [] } } }],
      'an invalid formula': () => [
        'svc_set_calculation',
        { product_id: product, name: 'own', type: 'formula', formula: [{ number: 'x' }, { number: 2 }, { sin: 1 }] },
      ],
      'invalid code': () => ['svc_set_calculation', { product_id: product, name: 'own', type: 'code', code: 'let x = 1;' }],
      'a record that others refer to': () => ['svc_delete_entity', { entity: 'tax-class', id: 1 }],
      'an invalid sheet': () => ['svc_apply_product_sheet', { sheet: 'sheet: 1\nproduct: lamp\nwidth: 1\n' }],
      'a sheet with invalid rules and formulas': () => [
        'svc_apply_product_sheet',
        {
          sheet: sheet
            .replace('minval: 10', 'rules: shade = glass && (height > 2, minval: 10')
            .replace('height * 2', 'height ** shade.nothing + missing'),
        },
      ],
      'a sheet that is no YAML': () => ['svc_apply_product_sheet', { sheet: 'sheet: 1\nproduct: [' }],
      'an unknown package': () => ['svc_import_product_package', { path: 'missing.zip' }],
      'arguments that are nested too deeply': () => [
        'svc_get_entity',
        { entity: JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`) as object },
      ],
    }
    for (const [title, toCall] of Object.entries(refusals)) {
      it(`have no English sentence in the refusal of the MCP tool for ${title}`, async () => {
        const { isError, content } = await call(...toCall())
        expect(isError, content[0]!.text).to.equal(true)
        const lines = content[0]!.text.split('\n')
        expect(
          findForeign(
            lines.map((line) => line.replace(/^[\w.[\]]+: /, '')),
            language,
          ),
        ).to.deep.equal([])
      })
    }
  })
}
