// Seeds the demo shop: one product a unit, each noted when it stands, so that a seed that was cut off goes on where it ended.
import { lockSystemVariable, momentOf, setSystemVariable, type App, type UnitRecords } from 'product-configurator-service'
import { notifications } from './notifications.js'
import { demoProducts } from './products/index.js'
import { author, spread, text } from './sheet.js'
import { openLanguages, translateBeginnings } from './languages.js'
import { openShop } from './shop.js'

const variable = 'demo.seed'

/** What is remembered of the seed between runs. */
interface Note {
  /** Keys of the parts that stand. */
  readonly finished: readonly string[]
  readonly done: boolean
}

export interface SeedReport {
  /** Keys of the parts that this run made. */
  readonly seeded: readonly string[]
  /** Why nothing was done; absent otherwise. */
  readonly skipped?: string
}

/**
 * Authors the demo shop through the write pipeline. Does nothing where products exist that it did not make.
 * `further` are languages in which it is opened beside those that are active.
 */
export async function seedDemo(
  app: App,
  progress: (sentence: string) => void,
  further: readonly string[] = [],
): Promise<SeedReport> {
  const { languages: active } = (await momentOf(app.context)).snapshot
  const languages = [...new Set([...active, ...further])]
  const ids = new Map<string, number>()
  const opening = {
    languages: (records: UnitRecords) => openLanguages(records, languages),
    words: (records: UnitRecords) => translateBeginnings(records, further),
  }
  const steps: readonly (readonly [string, (records: UnitRecords) => Promise<void>])[] = [
    ...(further.length > 0 ? Object.entries(opening) : []),
    ['shop', (records) => openShop({ records, languages, app })],
    ...Object.entries(demoProducts).map(([key, sheet]) => {
      const step = async (records: UnitRecords): Promise<void> => {
        const given = new Map([['tax-class', await firstId(records, 'tax-class')]])
        const product = sheet()
        for (const [name, drawing] of Object.entries(product.pictures ?? {}))
          await app.context.files.put(name, new TextEncoder().encode(drawing))
        ids.set(key, await author(records, product, languages, given))
      }
      return [key, step] as const
    }),
    ['list', (records) => listProducts(records, languages)],
    ['notifications', (records) => writeNotifications(records, languages)],
  ]
  const seeded: string[] = []
  for (const [index, [key, step]] of steps.entries()) {
    const outcome = await app.unit(async (records) => {
      const note = JSON.parse(await lockSystemVariable(records.unitOfWork, variable, '{"finished":[],"done":false}')) as Note
      if (note.done || note.finished.includes(key)) return 'stands'
      if (note.finished.length === 0 && (await firstId(records, 'product')) > 0) return 'foreign'
      await step(records)
      const finished = [...note.finished, key]
      await setSystemVariable(records.unitOfWork, variable, JSON.stringify({ finished, done: index === steps.length - 1 }))
      return 'made'
    })
    if (outcome === 'foreign') return { seeded, skipped: 'This shop already has products.' }
    if (outcome === 'made') {
      seeded.push(key)
      progress(`Seeded ${key} (${index + 1} of ${steps.length}).`)
    }
  }
  return seeded.length > 0 ? { seeded } : { seeded, skipped: 'The demo shop was seeded before.' }
}

async function firstId(records: UnitRecords, entity: string): Promise<number> {
  const { records: rows } = await records.list(entity, { limit: 1, sort: 'id' })
  return Number(rows[0]?.['id'] ?? 0)
}

async function writeNotifications(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const { name, status, fields } of notifications)
    await records.write('notification', spread({ name, status, ...fields }, languages))
}

async function listProducts(records: UnitRecords, languages: readonly string[]): Promise<void> {
  const title = text('Made to order', 'Auf Bestellung', 'לפי הזמנה')
  const list = await records.write(
    'product-list',
    spread({ title, label: text('made-to-order', 'auf-bestellung', 'made-to-order') }, languages),
  )
  const { records: products } = await records.list('product', { limit: 200, sort: 'id' })
  for (const product of products) {
    await records.write('product-list-assignment', { product_id: product['id'], product_list_id: list.id })
  }
}
