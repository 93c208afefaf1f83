// Seeds the demo shop in one unit per step. Finished steps are recorded, so an interrupted seed continues where it stopped.
import {
  lockSystemVariable,
  getVersionedSnapshot,
  readyToApply,
  setSystemVariable,
  type App,
  type UnitRecords,
} from 'product-configurator-service'
import { demoNotifications } from './demo-notifications.js'
import { writeDemoLists } from './demo-lists.js'
import { demoPages } from './demo-pages.js'
import { type DemoProduct, demoProducts, readProductSheet } from './demo-products.js'
import { expandTexts } from './demo-text.js'
import { activateLanguages, translateInitialRecords } from './languages.js'
import { writeDemoShop } from './demo-shop.js'

const progressVariable = 'demo.seed'

/** The recorded progress of the seed. */
interface SeedProgress {
  /** Keys of the finished steps. */
  readonly finished: readonly string[]
  readonly done: boolean
}

type StepOutcome = 'stands' | 'foreign' | 'wanted' | 'made'

/**
 * One step of the seed. `run` writes in a unit. `prepare` runs before the unit, only if the step is pending, and returns the writing
 * function.
 */
interface SeedStep {
  readonly key: string
  readonly run?: (records: UnitRecords) => Promise<void>
  readonly prepare?: () => Promise<(records: UnitRecords) => Promise<void>>
}

export interface SeedReport {
  /** Keys of the steps that this run finished. */
  readonly seeded: readonly string[]
  /** The reason if nothing was done; absent otherwise. */
  readonly skipped?: string
}

/**
 * Seeds the demo shop through the write pipeline. Does nothing in a shop with products of its own. `further` lists additional active
 * languages.
 */
export async function seedDemo(
  app: App,
  progress: (sentence: string) => void,
  further: readonly string[] = [],
): Promise<SeedReport> {
  const { languages: active } = (await getVersionedSnapshot(app.context)).snapshot
  const languages = [...new Set([...active, ...further])]
  const opening = {
    languages: (records: UnitRecords) => activateLanguages(records, languages),
    words: (records: UnitRecords) => translateInitialRecords(records, further),
  }
  const steps: readonly SeedStep[] = [
    ...(further.length > 0 ? Object.entries(opening).map(([key, run]) => ({ key, run })) : []),
    { key: 'shop', run: (records) => writeDemoShop({ records, languages, app }) },
    ...demoProducts.map((product) => ({ key: product.key, prepare: () => prepareProduct(app, product) })),
    { key: 'list', run: (records) => writeDemoLists(records, languages) },
    { key: 'pages', run: (records) => writePages(records, languages) },
    { key: 'notifications', run: (records) => writeNotifications(records, languages) },
  ]
  const seeded: string[] = []
  for (const [index, { key, prepare, run }] of steps.entries()) {
    const attempt = (todo: SeedStep['run']): Promise<StepOutcome> =>
      app.records.unit(async (records) => {
        const note = JSON.parse(
          await lockSystemVariable(records.unitOfWork, progressVariable, '{"finished":[],"done":false}'),
        ) as SeedProgress
        if (note.done || note.finished.includes(key)) return 'stands'
        if (note.finished.length === 0 && (await findFirstId(records, 'product')) > 0) return 'foreign'
        if (!todo) return 'wanted'
        await todo(records)
        const finished = [...note.finished, key]
        await setSystemVariable(
          records.unitOfWork,
          progressVariable,
          JSON.stringify({ finished, done: index === steps.length - 1 }),
        )
        return 'made'
      })
    const first = await attempt(run)
    // Prepare outside the unit, so reading and drawing block no other writer.
    const outcome = first === 'wanted' && prepare ? await attempt(await prepare()) : first
    if (outcome === 'foreign') return { seeded, skipped: 'This shop already has products.' }
    if (outcome === 'made') {
      seeded.push(key)
      progress(`Seeded ${key} (${index + 1} of ${steps.length}).`)
    }
  }
  return seeded.length > 0 ? { seeded } : { seeded, skipped: 'The demo shop was seeded before.' }
}

async function prepareProduct(app: App, product: DemoProduct): Promise<(records: UnitRecords) => Promise<void>> {
  const { files } = app.context
  const drawings = Object.entries(product.pictures)
  await Promise.all(drawings.map(([name, drawing]) => files.put(name, new TextEncoder().encode(drawing))))
  const apply = await readyToApply(app.context, readProductSheet(product))
  return async ({ unitOfWork }) => void (await apply(unitOfWork))
}

async function findFirstId(records: UnitRecords, entity: string): Promise<number> {
  const { records: rows } = await records.list(entity, { limit: 1, sort: 'id' })
  return Number(rows[0]?.['id'] ?? 0)
}

async function writeNotifications(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const { name, status, fields } of demoNotifications)
    await records.write('notification', expandTexts({ name, status, ...fields }, languages))
}

async function writePages(records: UnitRecords, languages: readonly string[]): Promise<void> {
  for (const page of demoPages) await records.write('content-page', expandTexts({ ...page }, languages))
}
