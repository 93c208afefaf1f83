// Calls, questions and load of the REST benches.
import autocannon from 'autocannon'
import { boot } from '../../core/boot/boot.js'
import { resolveSettings } from '../../core/resolve-settings.js'
import { standalone } from '../../hosts/standalone/index.js'
import { sheets } from '../../plugins/sheets/index.js'
import { stock } from '../../plugins/stock/index.js'
import type { ServerProcess } from './server-process.js'

const languages = ['en-GB', 'de-DE']

export interface LoadCall {
  readonly name: string
  readonly path: string
  readonly method: 'GET' | 'PATCH' | 'POST'
  readonly body?: object
  /** Maximum ratio of the service's cost to the bare server's (docs: the goals of the project as ratios). */
  readonly goal: number
}

const questionTexts = { title: ['New question', 'Neue Frage'], description: ['Some words', 'Einige Worte'], unit: ['cm', 'cm'] }
const translatedTexts = Object.fromEntries(
  Object.entries(questionTexts).flatMap(([field, [english, german]]) => [
    [`${field}_en_GB`, english],
    [`${field}_de_DE`, german],
  ]),
)
/** 27 fields, including six texts in two languages. */
const wholeQuestion = {
  ...translatedTexts,
  page_id: 1,
  question_type: 'Radiobuttons',
  internal_name: 'colour',
  required: true,
  description_display: 'tooltip',
  title_display: 'label',
  css_classes: 'wide',
  show_in_overview: true,
  as_product_title: false,
  display_while_disabled: 'hide',
  behavior_on_activation: 'none',
  behavior_on_inconsistency: 'deselect',
  behavior_on_changes: 'silent',
  multiplicator: 1,
  default_value: '1',
  prefill_on_init: true,
  validate: false,
  slider_steps: 1,
  element_custom_1: 'a',
  element_custom_2: 'b',
  published: true,
}

export const loadCalls: readonly LoadCall[] = [
  { name: 'list of 50 with filter and total', method: 'GET', path: '/question?filter[question_type]=Radiobuttons', goal: 1.67 },
  { name: 'single read, all languages', method: 'GET', path: '/question/77', goal: 2 },
  { name: 'PATCH of one field', method: 'PATCH', path: '/question/78', body: { internal_name: 'changed' }, goal: 2.5 },
  { name: 'POST of 27 fields, two languages', method: 'POST', path: '/question', body: wholeQuestion, goal: 2.5 },
]

/** Fills the database through the write pipeline. One question in four is a Radiobuttons. Returns a token. */
export async function seedQuestions(database: string, records: number): Promise<string> {
  const config = { languages, host: standalone(), plugins: [stock, sheets], demo: false, logLevel: 'error' as const, database }
  const app = await boot(config, { settings: resolveSettings({ file: config }) })
  const product = await app.records.write('product', { title_en_GB: 'P', title_de_DE: 'P', tax_class_id: 1 })
  await app.records.write('page', { product_id: product.id, title_en_GB: 'P', title_de_DE: 'P' })
  for (let offset = 0; offset < records; offset += 500) {
    await app.records.unit(async (unit) => {
      for (let n = offset + 1; n <= Math.min(offset + 500, records); n++) {
        const fields = { ...wholeQuestion, title_en_GB: `Question ${n}`, title_de_DE: `Frage ${n}`, ordering: n }
        await unit.write('question', { ...fields, question_type: n % 4 === 0 ? 'Radiobuttons' : 'Dropdown' })
      }
    })
  }
  const { token } = await app.access.tokens.mint({ name: 'bench', presets: ['everything'] })
  await app.stop()
  return token
}

export interface RequestCost {
  readonly cpu: number
  readonly rate: number
  readonly p99: number
}

/** CPU milliseconds of the server per request, requests per second, and the 99th percentile in milliseconds. */
export async function measureCall(
  server: ServerProcess,
  call: LoadCall,
  token: string,
  connections: number,
  seconds: number,
): Promise<RequestCost> {
  const before = server.cpu()
  const headers = { authorization: `Bearer ${token}`, ...(call.body && { 'content-type': 'application/json' }) }
  const body = call.body && JSON.stringify(call.body)
  const url = `${server.url}/svc-api/v1${call.path}`
  const result = await autocannon({ url, method: call.method, body, headers, connections, duration: seconds })
  const { total } = result.requests
  if (result.non2xx + result.errors > 0)
    throw new Error(`${call.name} failed ${result.non2xx + result.errors} of ${total} times.`)
  return { cpu: ((server.cpu() - before) * 1000) / total, rate: total / result.duration, p99: result.latency.p99 }
}
